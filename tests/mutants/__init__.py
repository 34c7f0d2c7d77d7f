"""How good the tests of the rules are: the rules with one thing changed at a time, which some test must notice.

`make mutants` runs it. mutmut makes the changes; running them is ours: each rule is asked by nearly every test, so that
mutmut itself would run the whole suite for most of twelve thousand mutants.
"""
