"""What a row of each family of formats has to bring to its trainer, part by part."""

import json
from typing import Any

from exported import text_of


# A text, or the texts of several messages, by what they are of the row.
Parts = dict[str, str | list[str]]


def parts(row: dict[str, Any]) -> Parts:
    """The texts of one row of an exported file that have to reach the trainer, whatever its columns are called."""
    if "preferred_output" in row:
        return pair(row["input"]["messages"], row["preferred_output"], row["non_preferred_output"])
    if "chosen_response" in row:
        return pair(row["prompt"], row["chosen_response"], row["rejected_response"])
    if "rejected_messages" in row:
        return conversations(row["messages"], row["rejected_messages"])
    if "input" in row and "chosen" in row:
        return pair(row["input"], row["chosen"], row["rejected"])
    if "response" in row and "responses_create_params" in row:
        return {"prompt": items(row["responses_create_params"]["input"]), "completion": items(row["response"]["output"])}
    truth = rubric_of(row)
    if truth is not None:
        asked = row.get("prompt") or row.get("messages") or row["responses_create_params"]["input"]
        return {"prompt": last(asked), "truth": truth}
    if "rejected_response" in row:
        return pair(row["messages"][:-1], row["messages"][-1], row["rejected_response"])
    if "completions" in row and "context" in row:
        best, worst = sorted(row["completions"], key=lambda one: one["rank"])
        return pair(row["context"], best["completion"], worst["completion"])
    if "completions" in row:
        return {"steps": row["completions"], "labels": str(row["labels"])}
    if "conversations" in row and "chosen" in row:
        return pair(row["conversations"], row["chosen"], row["rejected"])
    if "chosen" in row and "rejected" in row:
        if "prompt" in row:
            reference = {"reference": texts(row["reference"])} if "reference" in row else {}
            return {**pair(row["prompt"], row["chosen"], row["rejected"]), **reference}
        return conversations(row["chosen"], row["rejected"])
    if "output" in row and "reward" in row:
        return {"prompt": last(row["prompt"]), "completion": texts(row["output"])}
    if "completion" in row:
        return {"prompt": last(row.get("prompt")), "completion": texts(row["completion"]), **({"label": str(row["label"])} if "label" in row else {})}
    if "messages" in row:
        return {"completion": text_of(row["messages"][-1]), **({"label": str(row["label"])} if isinstance(row.get("label"), bool) else {})}
    if "text" in row and isinstance(row["text"], str):
        return {"completion": row["text"]}
    return {}


def items(value: list[dict[str, Any]]) -> list[str]:
    """The words of items of the Responses API, calls and their answers among them."""
    return [text_of(one["content"]) if one["type"] == "message" else one.get("output") or one["arguments"] for one in value]


def pair(prompt: Any, chosen: Any, rejected: Any) -> Parts:
    return {"prompt": last(prompt), "chosen": texts(chosen), "rejected": texts(rejected)}


def conversations(chosen: list[Any], rejected: list[Any]) -> Parts:
    """Of two whole conversations the prompt is what both have in common, as their readers find it."""
    shared = next((index for index, (a, b) in enumerate(zip(chosen, rejected)) if a != b), 0)
    return pair(chosen[:shared], chosen[shared:], rejected[shared:])


def rubric_of(row: dict[str, Any]) -> str | None:
    """What a reward function has to be given, in the words of the readers of prompts with rubrics; nothing of other rows."""
    for column in ("ground_truth", "solution"):
        if column in row:
            return row[column]
    for holder in ("reward_spec", "reward_model"):
        if holder in row:
            return row[holder]["ground_truth"]
    if "principle" in row and "responses_create_params" in row:
        return row["principle"]
    if "responses_create_params" in row:
        return json.dumps([[one["question"], one["weight"]] for one in row["rubric"]])
    if "rubric" in row and "answer" in row:
        return json.dumps([[one["name"], one["text"], one["weight"]] for one in row["rubric"]])
    return None


def texts(answer: Any) -> list[str]:
    """The text of each message: between them a template writes marks of its own."""
    return [text_of(message) for message in answer] if isinstance(answer, list) else [text_of(answer)]


def last(prompt: Any) -> str:
    """The last thing that was asked: a reader that keeps it has not cut the conversation."""
    return text_of(prompt[-1]) if isinstance(prompt, list) and prompt else text_of(prompt)


def missing(expected: Parts, seen: dict[str, str]) -> str | None:
    """The first part of a row that the trainer did not get whole, in words; nothing where all came."""
    for part, text in expected.items():
        if part not in seen:
            continue
        if part in ("label", "labels", "margin"):
            if seen[part] != text:
                return f"{part} is {seen[part]} and not {text}"
            continue
        for one in [text] if isinstance(text, str) else text:
            if one.strip() not in seen[part]:
                return f"{part} is {seen[part]!r:.90} without {one!r:.70}"
    return None
