"""What the framework's description of the API leaves out: tokens with scopes, and problem details for every refusal."""

from typing import Any

PROBLEM: dict[str, Any] = {
    "type": "object",
    "description": "Problem details (RFC 9457). `code` never changes; `reference` finds the request in our log.",
    "required": ["type", "title", "status", "detail", "code", "reference"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "code": {"type": "string"},
        "reference": {"type": "string"},
    },
}
BEARER: dict[str, Any] = {
    "type": "http",
    "scheme": "bearer",
    "description": "A token of `pilotdesk token create`; each operation names the scope that it must carry.",
}
REFUSED: dict[str, Any] = {
    "description": "Refused; the problem says why.",
    "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
}
OURS = ("422", "4XX", "default")


def described(schema: dict[str, Any], scopes: dict[str, str]) -> dict[str, Any]:
    """Complete the description; `scopes` names the scope of each operation, nothing for a public one."""
    components = schema.setdefault("components", {})
    components.setdefault("schemas", {})["Problem"] = PROBLEM
    components["securitySchemes"] = {"token": BEARER}
    for operations in schema["paths"].values():
        for operation in operations.values():
            operation["responses"] |= dict.fromkeys(OURS, REFUSED)
            if scope := scopes.get(operation["operationId"], ""):
                operation["security"] = [{"token": [scope]}]
    for unused in ("HTTPValidationError", "ValidationError"):  # the framework's own, which we never send
        components["schemas"].pop(unused, None)
    return schema
