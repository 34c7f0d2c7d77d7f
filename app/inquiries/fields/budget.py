"""Fields of the fifth item: money, stops, dates, deployment and scope; and the promises, asked beside every item."""

from app.inquiries.fields.choices import COVERS, ITEMS, METHODS, ON_CAP, ORIGINS, SIDES
from app.inquiries.fields.kinds import (
    Field,
    Section,
    Type,
    choice,
    day,
    flag,
    money,
    number,
    rows,
    share,
    text,
    thing,
    whole,
)
from app.rules.finding import Item

LINES = (
    ("training", "Training"),
    ("rollout", "Rollouts"),
    ("evaluation", "Evaluation"),
    ("verification", "Verification"),
    ("contingency", "Contingency"),
)
BUDGET = Section.of(
    "budget",
    "Budget",
    Item.BUDGET,
    "What the pilot may cost, line by line, and the bound that stops it. Write amounts as 60000.00, in one currency.",
    Field("budget.currency", "Currency", Type.CURRENCY, "Three letters, such as USD or EUR", example="USD"),
    money("budget.minimum", "Lowest budget"),
    money("budget.maximum", "Highest budget"),
    money("budget.cap", "Cap", "The bound at which the pilot stops"),
    choice("budget.on_cap", "What happens at the cap", ON_CAP),
    text("budget.raised_by", "Who alone may raise the cap"),
    *(money(f"budget.{line}", f"{words} line") for line, words in LINES),
    thing(
        "budget.reasons",
        "Why a line is 0",
        *(text(line, words) for line, words in LINES),
        hint="Only for lines that cost nothing",
    ),
    thing("budget.sources", "Where each line is from", *(choice(line, words, ORIGINS) for line, words in LINES)),
    thing("budget.price_list", "Price list", text("name", "Name"), day("dated", "Dated")),
    share("budget.cached_share", "Share of prompt tokens served from cache"),
    thing(
        "budget.hardware",
        "Hardware",
        text("name", "Device", example="H100 80 GB"),
        whole("devices", "Devices", unit="devices", example="8"),
        whole("memory_bytes", "Memory of one device", unit="bytes", example="85899345920"),
        share("usable_share", "Share of that memory that can be used"),
    ),
)
STOPS = Section.of(
    "stops",
    "Stop conditions",
    Item.BUDGET,
    "For quality, divergence, reward hacking, time and money: one number each that ends the run, and who acts on it.",
    rows(
        "budget.stop_conditions",
        "Stop conditions",
        "Stop condition",
        choice("covers", "Covers", COVERS),
        text("metric", "Metric"),
        choice("comparison", "When it is", SIDES),
        number("threshold", "Threshold", example="0.35"),
        text("window", "Window", example="10 steps"),
        choice("action", "Then", ON_CAP),
        text("owner", "Owner"),
    ),
)
TIMING = Section.of(
    "timing",
    "Timing",
    Item.BUDGET,
    "When the pilot may start and when its answer is needed.",
    day("timing.earliest_start", "Earliest start"),
    day("timing.latest_start", "Latest start"),
    day("timing.finish_by", "Finish by"),
    Field("timing.time_zone", "Time zone of these dates", Type.ZONE, "Such as Europe/Berlin", example="Europe/Berlin"),
)
DEPLOYMENT = Section.of(
    "deployment",
    "Deployment",
    Item.BUDGET,
    "What would be served if the pilot works, and the way back.",
    text("deployment.artifact", "Artifact that is served", "For example: merged adapter, bf16"),
    text("deployment.engine", "Engine that serves it"),
    text("deployment.format", "Format that is served", "For example bf16"),
    text("deployment.target", "Where it is served"),
    text("deployment.owner", "Owner of the deployment"),
    text("deployment.rollback", "Way back", "What is served when it must be undone"),
)
SCOPE = Section.of(
    "scope",
    "Scope",
    Item.BUDGET,
    "Training and rollouts are separate scopes. Managed reinforcement fine-tuning is a third, by invitation only.",
    flag("scope.training", "Training is asked for"),
    flag("scope.rollout_inference", "Inference for rollouts is asked for"),
    flag("scope.managed_rft", "Managed reinforcement fine-tuning is asked for"),
    thing(
        "scope.managed_rft_eligibility",
        "Eligibility for managed reinforcement fine-tuning",
        text("checkpoint", "Checkpoint of the invitation", "Owner and name", example="Qwen/Qwen3.8-27B"),
        choice("method", "Method of the invitation", METHODS),
        day("decided_on", "Invited on"),
        text("by", "Invited by"),
        hint="Only where an engineer has invited you for exactly this checkpoint and method",
    ),
)
SECTIONS = (BUDGET, STOPS, TIMING, DEPLOYMENT, SCOPE)

COMMITMENTS = rows(
    "commitments",
    "Promises",
    "Promise",
    choice("item", "Item", ITEMS),
    text("owner", "Owner", "A person or a role who will supply what is missing"),
    day("due", "Due", "Before capacity is committed"),
)
