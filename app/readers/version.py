"""Which reading of files this is. Raise it with every change of what a reader or a figure says of the same file.

Files that were read by an older one are then read anew; what was submitted keeps the facts that it was judged by.
"""

READER_VERSION = 1
