"""
Makes the small studies that masks are looked at with: `python3 test/trainers/shapes.py` writes them into test/trainers/shapes/<shape>/.

Each has one item of one shape and a judgment of it. Every text in it begins with a word of its own and "-a" and ends with that word and "-z", so that wherever a trainer puts
it, and whatever template it is written by, what became of it can be told from the tokens alone. `part_of` says of each word what kind of text it is.
"""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

here = Path(__file__).resolve().parent
FOLDER = here / "shapes"

# Kinds of text that may be in a row, in the order in which they are told. What stands in the prompt, then what is judged, of which "answer" is the last message.
PARTS = ("system", "tools", "user", "past-text", "past-calls", "past-observations", "text", "calls", "observations", "replies", "answer")

PARTS_OF_WORDS = {
    "Rules": "system", "Tooldef": "tools", "Ask": "user", "Follow": "user", "Said": "past-text", "Pastcall": "past-calls", "Pastobs": "past-observations",
    "Step": "text", "Call": "calls", "Obs": "observations", "Reply": "replies", "Answer": "answer",
}


def said(word: str, times: int = 1) -> str:
    """A text that is known wherever it stands. `times` makes it longer."""
    return f"{word}-a " + "the lamp is on the shelf by the door " * times + f"{word}-z"


def call(word: str) -> dict[str, Any]:
    return {"id": f"id{word}", "type": "function", "function": {"name": "look_up", "arguments": json.dumps({"query": said(word)})}}


def assistant(text: str, *calls: str) -> dict[str, Any]:
    return {"role": "assistant", "content": text, **({"tool_calls": [call(word) for word in calls]} if calls else {})}


def observed(word: str, of: str) -> dict[str, Any]:
    return {"role": "tool", "content": said(word), "tool_call_id": f"id{of}", "name": "look_up"}


def user(text: str) -> dict[str, Any]:
    return {"role": "user", "content": text}


SYSTEM = {"role": "system", "content": said("Rules")}
TOOLS = [{"type": "function", "function": {"name": "look_up", "description": said("Tooldef"), "parameters": {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]}}}]


def item(prompt: list[dict[str, Any]], one: Any, other: Any, **more: Any) -> dict[str, Any]:
    answers = [{"id": name, **({"text": answer} if isinstance(answer, str) else {"messages": answer})} for name, answer in (("a", one), ("b", other))]
    return {"id": "item", "prompt": prompt, **more, "responses": answers}


def two(make) -> tuple[Any, Any]:
    """What is preferred and what is not: their words begin with X and Y, and those of an answer that the annotator wrote with Z."""
    return make("X"), make("Y")


def with_tool(side: str) -> list[dict[str, Any]]:
    return [assistant(said(f"{side}Step"), f"{side}Call"), observed(f"{side}Obs", f"{side}Call"), assistant(said(f"{side}Answer"))]


def run(turns) -> dict[str, Any]:
    """Two attempts at a task as tau-bench writes them, with a user who is simulated."""
    about = {"task": {"user_id": "user", "instruction": "Find the lamp.", "actions": [], "outputs": []}}
    return [{"task_id": 1, "reward": reward, "info": about, "trial": trial, "traj": [SYSTEM, *turns(side)]} for trial, (side, reward) in enumerate((("X", 1), ("Y", 0)))]


def whole_run(side: str) -> list[dict[str, Any]]:
    return [
        user(said("Ask")), assistant(said(f"{side}Step"), f"{side}Call"), observed(f"{side}Obs", f"{side}Call"),
        assistant(said(f"{side}Step2")), user(said(f"{side}Reply2")), assistant(said(f"{side}Answer")),
    ]


def dialogue_that_user_ends(side: str) -> list[dict[str, Any]]:
    """Of a run its last turn of a user would be left out."""
    return [*whole_run(side)[1:], user(said(f"{side}Reply3"))]


def until_step(*last: str):
    """A run in which both attempts are the same up to their last turn, which is judged alone."""

    def turns(side: str) -> list[dict[str, Any]]:
        calls = [f"{side}Call"] if "call" in last else []
        text = said(f"{side}Answer") if "text" in last else ""
        past = assistant(said("Said") if len(last) == 2 else "", "Pastcall")
        return [user(said("Ask")), past, observed("Pastobs", "Pastcall"), assistant(text, *calls), *([observed(f"{side}After", f"{side}Call")] if calls else [])]

    return turns


# By shape: its data, and the number of the turn that is judged alone.
SHAPES: dict[str, tuple[str, Any, int | None]] = {
    "plain": ("data.jsonl", item([user(said("Ask"))], *two(lambda side: said(f"{side}Answer"))), None),
    "turns": ("data.jsonl", item([user(said("Ask")), assistant(said("Said")), user(said("Follow"))], *two(lambda side: said(f"{side}Answer"))), None),
    "system": ("data.jsonl", item([SYSTEM, user(said("Ask"))], *two(lambda side: said(f"{side}Answer"))), None),
    "tools": ("data.jsonl", item([user(said("Ask"))], *two(with_tool), tools=TOOLS), None),
    "image": ("data.jsonl", item([user([{"type": "image", "image": "lamp.png"}, {"type": "text", "text": said("Ask")}])], *two(lambda side: said(f"{side}Answer"))), None),
    "run": ("runs.json", run(whole_run), None),
    "run-user-last": ("data.jsonl", item([SYSTEM, user(said("Ask"))], *two(dialogue_that_user_ends)), None),
    "step": ("runs.json", run(until_step("text", "call")), 1),
    "step-call": ("runs.json", run(until_step("call")), 1),
    "step-text": ("runs.json", run(until_step("text")), 1),
    "long": ("data.jsonl", item([user(said("Ask", 400))], *two(lambda side: said(f"{side}Answer", 400))), None),
}


def tiebreak(*words: str) -> str:
    return subprocess.run(["node", str(here.parent.parent / "dist/cli.js"), *words], check=True, capture_output=True, text=True).stdout


def write(shape: str) -> None:
    name, data, turn = SHAPES[shape]
    folder = FOLDER / shape
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "study.tiebreak.d/annotations").mkdir(parents=True)
    (folder / name).write_text(json.dumps(data) + "\n", encoding="utf-8")
    if shape == "image":
        shutil.copyfile(here.parent / "golden/pictures/images/red.png", folder / "lamp.png")
    tiebreak("init", str(folder / "study.tiebreak"), "--dataset", os.path.relpath(folder / name), "--mode", "pair")
    for attributes in folder.rglob(".gitattributes"):
        attributes.unlink()
    settings = json.loads((folder / "study.tiebreak").read_text())
    (folder / "study.tiebreak").write_text(json.dumps({**settings, "seed": 1}, indent=2) + "\n")
    (only,) = [json.loads(line) for line in tiebreak("items", str(folder / name), "--json").splitlines()]
    read = only.get("item", only)
    good = next(answer["id"] for answer in read["responses"] if "X" in json.dumps(answer))
    bad = next(answer["id"] for answer in read["responses"] if answer["id"] != good)
    judgement: dict[str, Any] = {"comparisons": [{"a": good, "b": bad, "outcome": "a", "strength": 3}], "acceptable": {good: True, bad: False}}
    if shape in ("plain", "long"):
        text = next(answer["text"] for answer in read["responses"] if answer["id"] == good)
        judgement["demonstrations"] = [{"turns": [assistant(said("ZAnswer"))]}]
        judgement["steps"] = [{"response": good, "start": 0, "end": len(text), "label": "correct"}]
    line = {
        "v": 1, "type": "annotation", "id": "01KAAA00000000000000000001", "item": read["id"], "hash": read["hash"], "annotator": "ana", "time": "2026-03-01T08:01:00.000Z",
        "duration": 4000, "origin": {"kind": "human"}, "round": 1, "question": {"version": 1}, **({} if turn is None else {"turn": turn}), "rubrics": [], "shown": [good, bad], "seed": 1,
        "offsets": "code-points", "judgement": judgement,
    }
    (folder / "study.tiebreak.d/annotations/ana.jsonl").write_text(json.dumps(line, separators=(",", ":")) + "\n", encoding="utf-8")


def part_of(word: str) -> str:
    """The kind of a text by its word: "XStep2" is a text that is judged."""
    return PARTS_OF_WORDS[word.lstrip("XYZ").rstrip("0123456789")]


if __name__ == "__main__":
    for each in SHAPES:
        write(each)
