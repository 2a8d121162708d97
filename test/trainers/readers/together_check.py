"""Together: the check that its client runs before a file is uploaded (together/utils/files.py, `check_file`)."""

import shutil
from pathlib import Path

from exported import Export
from readers import Reader


def read(export: Export, scratch: Path):
    import importlib.metadata

    # From its source, the package has no metadata to look its own version up in.
    of_package = importlib.metadata.version
    importlib.metadata.version = lambda name: "0" if name == "together" else of_package(name)
    from together.utils.files import check_file

    copy = scratch / "train.jsonl"
    shutil.copy(export.train, copy)
    report = check_file(copy)
    if not report["is_check_passed"]:
        raise ValueError(report["message"])
    return [{} for _ in range(report["num_samples"])]


READERS = [Reader("Together's check", ("together",), ("together-preference",), read)]
