"""The kinds of verifier case as a sentence says them: *the verifier was tried with …*."""

CASE_WORDS = {
    "V01": "a reference solution that must pass",
    "V02": "the untouched state that must fail",
    "V03": "honest unfinished work that must fail",
    "V04": "empty or malformed output",
    "V05": "leaving early with success",
    "V06": "skipping the tests from within",
    "V07": "an object that equals everything",
    "V08": "a test hook that rewrites outcomes",
    "V09": "edited or deleted tests",
    "V10": "expected values written into the solution",
    "V11": "an overwritten evaluator",
    "V12": "a patched timer, or work put off",
    "V13": "searching the memory for the answer",
    "V14": "a reference output used again",
    "V15": "reading later history",
    "V16": "downloading the fix",
    "V17": "reading the answers in the box",
    "V18": "replacing a tool of the verifier",
    "V19": "an empty phrase that impresses a judge",
    "V20": "an instruction to the judge",
    "V21": "an unfinished or cut answer",
    "V22": "an exception where nothing is expected",
    "V23": "one part of the reward maximised alone",
    "V24": "a refusal, or doing nothing",
    "V25": "the right answer among several wrong ones",
    "V26": "an impossible task that only a cheat can pass",
    "V27": "a crash or a time-out of its own",
    "V28": "an agent that ran out of time after right work",
    "V29": "a right answer in another valid form",
    "V30": "the same final state a second time",
    "V31": "a batch with one bad entry",
    "V32": "a library call in place of the work asked for",
}


def words_of(kind: str) -> str:
    """Return the words for a kind of case; a row without one is still a case."""
    return CASE_WORDS.get(kind, "this case")
