"""Reads exports with one reader and prints what came of each as a line of JSON. Each is read in a fork of its own: what a trainer leaves behind, and an exit, stay there."""

import json
import logging
import os
import shutil
import sys
import tempfile
import traceback
import warnings
from collections import Counter
from dataclasses import replace
from pathlib import Path

# Imported once, for all forks. A trainer's own package comes later: it may need empty modules beside it.
HEAVY = ("torch", "transformers", "datasets", "trl", "pandas")


def result_of(reader, export) -> dict[str, object]:
    import expected
    from readers.hf_datasets import difference

    with tempfile.TemporaryDirectory() as scratch:
        export, left_out = readable(reader, export, Path(scratch) / export.folder.name)
        in_file = export.rows()
        seen = list(reader.read(export, Path(scratch))) if in_file else []
    differences = []
    for index, (row, came) in enumerate(zip(in_file, seen)):
        found = difference(row, came["row"]) if "row" in came else expected.missing(expected.parts(row), came)
        if found is not None:
            differences.append(f"row {index + 1}: {found}")
    return {"rows": len(in_file), "read": len(seen), "left_out": left_out, "differences": differences}


def readable(reader, export, copy: Path):
    """The export without the rows that this trainer cannot read by a rule of its own, and how many those are by reason. Where there are none it is the folder itself."""
    rows = export.rows()
    reasons = [reader.cannot(row) for row in rows]
    left_out = dict(Counter(reason for reason in reasons if reason is not None))
    if not left_out:
        return export, {}
    shutil.copytree(export.folder, copy)
    kept = [row for row, reason in zip(rows, reasons) if reason is None]
    written = replace(export, folder=copy)
    texts = [json.dumps(row, ensure_ascii=False) for row in kept]
    written.train.write_text("[" + ",".join(texts) + "]" if written.train.suffix == ".json" else "".join(f"{text}\n" for text in texts), encoding="utf-8")
    return written, left_out


def in_a_fork(reader, export) -> dict[str, object]:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            result = result_of(reader, export)
        except BaseException as error:  # A trainer may exit, too.
            traceback.print_exc()
            said = str(error).strip().splitlines()
            result = {"error": f"{type(error).__name__}: {said[0][:200] if said else ''}"}
        with os.fdopen(writing, "w") as pipe:
            json.dump(result, pipe)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        said = pipe.read()
    _, status = os.waitpid(child, 0)
    return json.loads(said) if said else {"error": f"the process ended with {os.waitstatus_to_exitcode(status)}"}


def main(reader_name: str, exports: list[list[str]]) -> None:
    from exported import Export
    from readers import all_readers

    # What trainers print goes to the error stream; the answers have this stream to themselves.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    logging.disable(logging.WARNING)
    warnings.simplefilter("ignore")
    reader = next(one for one in all_readers() if one.name == reader_name)
    for module in HEAVY:
        if module in reader.needs:
            __import__(module)
    for study, format_name, folder in exports:
        answers.write(json.dumps(in_a_fork(reader, Export(study, format_name, Path(folder)))) + "\n")
        answers.flush()


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    main(sys.argv[1], json.loads(sys.argv[2]))
