"""
Loads exports with the trainers' own code and tells, row by row, whether what reached the trainer is what the file holds.

    python3 test/trainers/run.py                    exports the studies of test/golden in every format and reads them all
    python3 test/trainers/run.py --only TRL --format trl-dpo
    python3 test/trainers/run.py --exports FOLDER   reads what stands there already, as FOLDER/<study>/<format>/
    python3 test/trainers/run.py --study PROJECT    exports another study as well

Exits with 1 where a trainer stopped, lost rows or got another text. A trainer that cannot be imported is named in the table and fails nothing.
"""

import argparse
import importlib.metadata
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

here = Path(__file__).resolve().parent
root = here.parent.parent
sys.path.insert(0, str(here))

from exported import Export  # noqa: E402
from readers import Reader, all_readers  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description="Reads exports with the trainers' own code.")
    parser.add_argument("--exports", type=Path, help="exports that stand already, as FOLDER/<study>/<format>/")
    parser.add_argument("--study", type=Path, action="append", default=[], help="a project to export as well")
    parser.add_argument("--only", default="", help="readers whose name begins so")
    parser.add_argument("--format", default="", help="one format only")
    parser.add_argument("--write-exports", type=Path, help="writes the exports into this folder and reads nothing")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()

    if options.write_exports is not None:
        write_exports(options.write_exports, options.study)
        return 0
    if options.exports is not None:
        # Readers change their folder, and rows name files from theirs.
        return report(read_all(options.exports.resolve(), options))
    with tempfile.TemporaryDirectory() as folder:
        write_exports(Path(folder), options.study)
        return report(read_all(Path(folder), options))


def write_exports(folder: Path, more: list[Path]) -> None:
    """Every format of every study. A study that has no row for a format gives no folder: that is the exporter's own error, and no matter here."""
    tiebreak = ["node", str(root / "dist/cli.js")]
    formats = json.loads(subprocess.run([*tiebreak, "formats", "--json"], check=True, capture_output=True, text=True).stdout)
    names = [one["name"] for one in formats["export"]]
    for project in [*sorted((root / "test/golden").glob("*/study.tiebreak")), *more]:
        study = project.parent.name if project.stem == "study" else project.stem
        for name in names:
            subprocess.run([*tiebreak, "export", str(project), "--format", name, "--out", str(folder / study / name)], capture_output=True, check=False)


def read_all(folder: Path, options: argparse.Namespace) -> list[tuple[Reader, Export, dict]]:
    exports = [Export(path.parent.name, path.name, path) for path in sorted(folder.glob("*/*")) if path.is_dir() and options.format in ("", path.name)]
    media = {export.folder: export.has_media for export in exports}
    takes = lambda reader, export: reader.media == "too" or (reader.media == "only") == media[export.folder]  # noqa: E731
    work = [(reader, [export for export in exports if ("*" in reader.formats or export.format in reader.formats) and takes(reader, export)]) for reader in all_readers() if reader.name.startswith(options.only)]
    with ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda one: read_with(*one), work))
    return [(reader, export, result) for (reader, read), answers in zip(work, results) for export, result in zip(read, answers)]


def absent(reader: Reader) -> str:
    """The first module that the reader needs and this machine does not have."""
    return next((name for name in reader.needs if importlib.util.find_spec(name) is None), "")


def read_with(reader: Reader, exports: list[Export]) -> list[dict]:
    if missing := absent(reader):
        return [{"absent": missing} for _ in exports]
    command = [sys.executable, str(here / "read_all.py"), reader.name, json.dumps([[export.study, export.format, str(export.folder)] for export in exports])]
    environment = {**os.environ, "HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1", "CUDA_VISIBLE_DEVICES": "", "TOKENIZERS_PARALLELISM": "false", "OMP_NUM_THREADS": "1", "DISABLE_VERSION_CHECK": "1"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    # What could not even be imported has answered nothing.
    ending = (done.stderr.strip().splitlines() or [f"ended with {done.returncode}"])[-1]
    return [*answers, *({"error": ending} for _ in exports[len(answers):])]


def report(results: list[tuple[Reader, Export, dict]]) -> int:
    """A line for each reader and format, those that are not as they should be spelt out."""
    by_reader: dict[tuple[str, str], list[tuple[Export, dict]]] = defaultdict(list)
    for reader, export, result in results:
        by_reader[reader.name, export.format].append((export, result))
    faults = 0
    print(f"{'reader':<28}{'format':<26}{'studies':>8}{'rows':>8}{'read':>8}  result")
    for (name, format_name), runs in by_reader.items():
        rows, read = (sum(result.get(key, 0) for _, result in runs) for key in ("rows", "read"))
        left_out = Counter()
        for _, result in runs:
            left_out.update(result.get("left_out", {}))
        told = [f"{export.study}: {what}" for export, result in runs for what in faults_of(result)]
        missing = next((result["absent"] for _, result in runs if "absent" in result), None)
        faults += len(told)
        state = f"not there ({missing})" if missing else "as in the file" if not told else f"{len(told)} not as in the file"
        aside = "".join(f"; {count} left out: {reason}" for reason, count in left_out.items())
        print(f"{name:<28}{format_name:<26}{len(runs):>8}{rows:>8}{read:>8}  {state}{aside}")
        for line in told[:5]:
            print(f"    {line}")
    versions = sorted({f"{module} {version(module)}" for reader, _, result in results if "absent" not in result for module in reader.needs})
    print(f"\n{', '.join(versions)}\n{faults} faults")
    return 1 if faults > 0 else 0


def faults_of(result: dict) -> list[str]:
    if "absent" in result:
        return []
    if "error" in result:
        return [f"stopped: {result['error']}"]
    lost = [f"{result['read']} rows read of {result['rows']}"] if result["read"] != result["rows"] else []
    return [*lost, *result["differences"]]


def version(module: str) -> str:
    try:
        return importlib.metadata.version(module)
    except importlib.metadata.PackageNotFoundError:
        return str(getattr(sys.modules.get(module), "__version__", "(source)"))


if __name__ == "__main__":
    sys.exit(main())
