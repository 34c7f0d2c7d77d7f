"""How a scope is laid out: as one canonical line, and as cells that nothing runs and that read back exactly."""

from app.exports.fields.columns import COLUMNS, row_of, scope_of
from app.exports.fields.layout import SCHEMA, Part, laid_out
from app.infra.cells import guarded, read_cell, write_cell

__all__ = ["COLUMNS", "SCHEMA", "Part", "guarded", "laid_out", "read_cell", "row_of", "scope_of", "write_cell"]
