"""
Tells which tokens of an exported row each trainer learns from, by the trainers' own code and the options of the printed commands.

    python3 test/trainers/masks.py --sources FOLDER           looks at every shape of rows in every format with every trainer, and prints what differs from masks.json
    python3 test/trainers/masks.py --sources FOLDER --write   writes test/trainers/masks.json; trainers that are not there keep what stands in it
    python3 test/trainers/masks.py --only "TRL DPO" --shape run --print

FOLDER has the trainers' repositories by name (trl, axolotl, LLaMA-Factory, OpenRLHF, ms-swift, NeMo-RL, open-instruct, torchtune). The rows are those of the small studies
in test/trainers/shapes, of which each text is known wherever a trainer puts it (shapes.py).
"""

import argparse
import importlib.metadata
import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path
from typing import Any

here = Path(__file__).resolve().parent
root = here.parent.parent
sys.path.insert(0, str(here))

import shapes  # noqa: E402
from exported import Export  # noqa: E402

FILE = here / "masks.json"
# What the program itself knows of it: the same without rows that are not exported and without commands.
COMPACT = root / "src/core/export/learning/looks.json"

# What pip calls the packages of trainers, and which of them are read from their repositories.
PACKAGES = {"TRL": "trl"}
REPOSITORIES = {"axolotl": "axolotl/src", "LLaMA-Factory": "LLaMA-Factory/src", "OpenRLHF": "OpenRLHF", "ms-swift": "ms-swift", "NeMo-RL": "NeMo-RL", "open-instruct": "open-instruct", "torchtune": "torchtune"}


def main() -> int:
    parser = argparse.ArgumentParser(description="Tells which tokens trainers learn from.")
    parser.add_argument("--sources", type=Path, default=Path("/nonexistent"), help="folder with the trainers' repositories")
    parser.add_argument("--only", default="", help="readers whose name begins so")
    parser.add_argument("--format", default="", help="one format only")
    parser.add_argument("--shape", default="", help="one shape only")
    parser.add_argument("--write", action="store_true", help="writes masks.json")
    parser.add_argument("--compact", action="store_true", help="makes what the program knows of masks.json, and looks at nothing")
    parser.add_argument("--print", action="store_true", help="prints what was found")
    parser.add_argument("--trace", action="store_true", help="prints what trainers say, and where they stop")
    parser.add_argument("--look", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.look:
        return look_at(json.loads(Path(options.look).read_text()))
    if options.compact:
        told = json.loads(FILE.read_text(encoding="utf-8"))
        COMPACT.write_text(json.dumps(compact(told["trainers"], told["looks"]), ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
        return 0
    from mask_readers import all_mask_readers

    readers = [reader for reader in all_mask_readers() if reader.name.startswith(options.only)]
    before = json.loads(FILE.read_text()) if FILE.exists() else {"trainers": [], "looks": []}
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        formats = sorted({name for reader in readers for name in reader.formats if options.format in ("", name)})
        wanted = [shape for shape in shapes.SHAPES if options.shape in ("", shape)]
        exports = {(shape, name): exported(shape, name, scratch) for shape in wanted for name in formats}
        models(scratch)
        found: list[dict[str, Any]] = []
        trainers = []
        for reader in readers:
            if missing := absent(reader, options.sources):
                print(f"{reader.name}: not there ({missing})", file=sys.stderr)
                found += [look for look in before["looks"] if look["trainer"] == reader.name]
                trainers += [trainer for trainer in before["trainers"] if trainer["trainer"] == reader.name]
                continue
            trainers.append({"trainer": reader.name, "product": reader.product, "kind": reader.kind, "version": version(reader, options.sources), "sources": list(reader.sources)})
            found += looks_of(reader, exports, scratch, options)
    if options.print:
        for look in found:
            print(json.dumps(look, ensure_ascii=False))
    if options.write:
        # What was not asked for stays.
        key = lambda look: (look["trainer"], look["format"], look["shape"])  # noqa: E731
        looked, named = {key(look) for look in found}, {trainer["trainer"] for trainer in trainers}
        names = [reader.name for reader in all_mask_readers()]
        kept = [look for look in before["looks"] if key(look) not in looked and look["trainer"] in names]
        all_looks = sorted([*found, *kept], key=lambda look: (names.index(look["trainer"]), look["format"], list(shapes.SHAPES).index(look["shape"])))
        all_trainers = sorted([*trainers, *(each for each in before["trainers"] if each["trainer"] not in named and each["trainer"] in names)], key=lambda each: names.index(each["trainer"]))
        lines = lambda values: ",\n".join(json.dumps(value, ensure_ascii=False) for value in values)  # noqa: E731
        COMPACT.write_text(json.dumps(compact(all_trainers, all_looks), ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
        FILE.write_text(f'{{"trainers": [\n{lines(all_trainers)}\n], "looks": [\n{lines(all_looks)}\n]}}\n', encoding="utf-8")
        return 0
    return compared(found, before["looks"])


def exported(shape: str, name: str, scratch: Path) -> dict[str, Any]:
    """One shape in one format: its folder and the commands that are printed for it, or why there is no row."""
    out = scratch / "exports" / shape / name
    project = here / "shapes" / shape / "study.tiebreak"
    words = ["node", str(root / "dist/cli.js"), "export", str(project), "--format", name, "--out", str(out), "--json"]
    # Runs as they are. Formats that do not take the option have no pairs of their steps.
    more = ["--runs", "whole"] if shapes.SHAPES[shape][0] == "runs.json" else []
    done = subprocess.run([*words, *more], capture_output=True, text=True, check=False)
    if more and "--runs" in done.stderr:
        done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        told = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1]
        reason = re.search(r"\(\d+ × (.*)\)$", told)
        return {"none": reason[1] if reason else told}
    told = json.loads(done.stdout)
    return {"folder": str(out), "commands": told["commands"], "notes": sorted(told["notes"])}


def models(scratch: Path) -> None:
    """A tokenizer that is learnt from the rows, with models of each kind."""
    import tiny_model

    texts = [path.read_text(encoding="utf-8") for path in sorted((scratch / "exports").rglob("*.jsonl")) if not path.name.startswith(".")]
    made = tiny_model.words_tokenizer([*texts, *(shapes.said(word) for word in shapes.PARTS_OF_WORDS)])
    for kind, labels in (("causal", 1), ("sequence", 1), ("token", 2)):
        tiny_model.save(scratch / "models" / kind, kind, labels, made)
    tiny_model.vision(scratch / "models/vision", made)


def repository(reader, sources: Path) -> Path:
    return sources / REPOSITORIES.get(reader.product, reader.product)


def environment(reader, sources: Path) -> dict[str, str]:
    path = [str(here), *([str(repository(reader, sources))] if reader.product in REPOSITORIES else []), os.environ.get("PYTHONPATH", "")]
    return {
        **os.environ, "PYTHONPATH": os.pathsep.join(path), "TRAINER_SOURCES": str(sources.resolve()), "HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1", "CUDA_VISIBLE_DEVICES": "",
        "TOKENIZERS_PARALLELISM": "false", "OMP_NUM_THREADS": "1", "DISABLE_VERSION_CHECK": "1", "TRL_EXPERIMENTAL_SILENCE": "1",
    }


def absent(reader, sources: Path) -> str:
    if reader.product in REPOSITORIES and not repository(reader, sources).is_dir():
        return f"sources of {reader.product}"
    known = {REPOSITORIES.get(reader.product, "")}
    return next((name for name in reader.needs if importlib.util.find_spec(name) is None and not any((sources / place / name).exists() for place in known if place)), "")


def version(reader, sources: Path) -> str:
    """The package's version, or the commit of its repository."""
    if reader.product in PACKAGES:
        return importlib.metadata.version(PACKAGES[reader.product])
    folder = sources / REPOSITORIES[reader.product].split("/")[0]
    commit = folder / ".commit"
    if commit.exists():
        return commit.read_text().strip()[:9]
    return subprocess.run(["git", "-C", str(folder), "rev-parse", "--short=9", "HEAD"], capture_output=True, text=True, check=True).stdout.strip()


def looks_of(reader, exports: dict[tuple[str, str], dict[str, Any]], scratch: Path, options: argparse.Namespace) -> list[dict[str, Any]]:
    """All shapes in all formats of one reader, in a process of its own in which each look is a fork."""
    jobs = []
    for (shape, name), export in exports.items():
        if name not in reader.formats:
            continue
        command = next((one["text"] for one in export.get("commands", []) if re.match(reader.trainers, one["trainer"])), "")
        jobs.append({"reader": reader.name, "shape": shape, "format": name, "command": command, **export})
    job_file = scratch / "jobs.json"
    job_file.write_text(json.dumps({"jobs": jobs, "models": str(scratch / "models")}))
    done = subprocess.run([sys.executable, str(here / "masks.py"), "--look", str(job_file)], capture_output=True, text=True, env=environment(reader, options.sources), check=False)
    if options.trace:
        print(done.stderr, file=sys.stderr)
    answers = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    if len(answers) != len(jobs):
        raise RuntimeError(f"{reader.name}: {done.stderr[-2000:]}")
    return answers


def look_at(work: dict[str, Any]) -> int:
    """Answers each job with a line."""
    from mask_readers import all_mask_readers

    for name in ("torch", "transformers", "datasets"):
        importlib.import_module(name)
    readers = {reader.name: reader for reader in all_mask_readers()}
    for job in work["jobs"]:
        answer = {"trainer": job["reader"], "format": job["format"], "shape": job["shape"]}
        if "none" in job:
            print(json.dumps({**answer, "outcome": "no row", "why": job["none"]}), flush=True)
            continue
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            try:
                told = outcome(readers[job["reader"]], job, Path(work["models"]))
            except BaseException as error:  # noqa: BLE001
                traceback.print_exc()
                lines = str(error).strip().splitlines() or [""]
                told = {"outcome": "refused", "message": without_paths(f"{type(error).__name__}: {lines[0]}")[:240]}
            with os.fdopen(writing, "w") as pipe:
                pipe.write(json.dumps(told))
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading) as pipe:
            text = pipe.read()
        os.waitpid(child, 0)
        told = json.loads(text) if text else {"outcome": "refused", "message": "the process ended"}
        command = options_of(job)
        print(json.dumps({**answer, **({"command": command} if command else {}), **told}), flush=True)
    return 0


def options_of(job: dict[str, Any]) -> str:
    """The printed command without comments and paths."""
    lines = [re.sub(r"\s+# .*$", "", line) for line in job["command"].splitlines() if not line.lstrip().startswith("#")]
    return "\n".join(lines).replace(job["folder"], "FOLDER").strip()


def without_paths(text: str) -> str:
    return re.sub(r"(/[\w.+-]+){3,}", "…", text)


def outcome(reader, job: dict[str, Any], models: Path) -> dict[str, Any]:
    from mask_readers import Look

    with tempfile.TemporaryDirectory() as scratch:
        look = Look(Export(job["shape"], job["format"], Path(job["folder"])), job["shape"], job["command"], models, Path(scratch))
        text = json.dumps(look.export.rows(), ensure_ascii=False)
        sequences = list(reader.read(look))
        if not sequences:
            return {"outcome": "dropped"}
        sides: dict[str, Any] = {}
        for sequence in sequences:
            side = sequence.side
            sides[side] = state_of(sequence, text, look.tokenizer)
        if "chosen" in sides and sides.get("chosen") == sides.get("rejected"):
            sides = {"both": sides["chosen"]}
        return {"outcome": "read", "sides": sides}


def state_of(sequence, in_row: str, tokenizer) -> dict[str, str]:
    """
    What became of each kind of text that stands in the row and belongs to this side: "trained" or "masked" as a whole, "partly" trained, "cut" where its end is not there ("cut-trained" where what is left is
    learnt), "lost" where nothing of it is there. Of a sequence that is scored as a whole, what is there is "read".
    """
    text = ""
    learnt: list[bool | None] = []
    for index, token in enumerate(sequence.ids):
        letters = tokenizer.decode([token])
        text += letters
        learnt += [None if sequence.loss is None else sequence.loss[index]] * len(letters)
    others = {"chosen": "YZ", "rejected": "XZ", "completion": "YZ"}[sequence.side]
    words = [word for word in dict.fromkeys(re.findall(r"\b([A-Z]\w*)-a\b", in_row)) if word[0] not in others]
    found: dict[str, set[str]] = {}
    ends: list[int] = []
    for word in words:
        begin, end = text.find(f"{word}-a"), text.find(f"{word}-z")
        if end >= 0:
            end += len(word) + 2
            ends.append(end)
        if begin < 0 and end < 0:
            state = "lost"
        elif begin < 0 or end < 0:
            state = "cut-trained" if learnt[begin if end < 0 else end - 1] else "cut"
        else:
            kinds = set(learnt[begin:end])
            state = "read" if kinds == {None} else "trained" if kinds == {True} else "masked" if kinds == {False} else "partly"
        found.setdefault(shapes.part_of(word), set()).add(state)
    states = {part: one for part in shapes.PARTS if part in found for one in ["partly" if len(found[part]) > 1 else next(iter(found[part]))]}
    if sequence.loss is not None and ends:
        # What ends the last text, be it a token of the template or of the end.
        after = [value for value in learnt[max(ends):] if value is not None]
        states["end"] = "lost" if not after else "trained" if after[0] else "masked"
        if after and not after[0] and any(after):
            states["end"] = "partly"
    return states


def compact(trainers: list[dict[str, Any]], looks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """By trainer, format and shape: what became of the parts of each side, or that the row was dropped or refused."""
    made = []
    for trainer in trainers:
        formats: dict[str, dict[str, Any]] = {}
        for look in looks:
            if look["trainer"] == trainer["trainer"] and look["outcome"] != "no row":
                formats.setdefault(look["format"], {})[look["shape"]] = look["sides"] if look["outcome"] == "read" else {"refused": look["message"]} if look["outcome"] == "refused" else {"dropped": True}
        made.append({**trainer, "formats": formats})
    return made


def compared(found: list[dict[str, Any]], before: list[dict[str, Any]]) -> int:
    key = lambda look: (look["trainer"], look["format"], look["shape"])  # noqa: E731
    known = {key(look): look for look in before}
    differing = [look for look in found if known.get(key(look)) != look]
    for look in differing:
        print(f"{' / '.join(key(look))}: {json.dumps(look, ensure_ascii=False)}\n    was {json.dumps(known.get(key(look)), ensure_ascii=False)}")
    print(f"{len(found)} looked at, {len(differing)} differ from masks.json")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
