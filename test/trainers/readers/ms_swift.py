"""ms-swift: its own `load_dataset`, which deletes rows with a fault and goes on (swift/dataset/loader.py)."""

from pathlib import Path

from exported import Export, text_of
from readers import Reader, without


def read(export: Export, scratch: Path):
    import os

    os.environ["MODELSCOPE_CACHE"] = str(scratch / "cache")
    with without("modelscope", "modelscope.hub", "modelscope.hub.api", "modelscope.hub.utils", "modelscope.hub.utils.utils", "modelscope.utils", "addict", "oss2", "json_repair", "aiohttp", "attrdict"):
        from swift.dataset import load_dataset

        rows, _ = load_dataset([str(export.train)], num_proc=1, strict=False, load_from_cache_file=False)
    for row in rows:
        answer = text_of(row["messages"][-1])
        if row.get("rejected_response") is not None:
            yield {"prompt": text_of(row["messages"][-2]), "chosen": answer, "rejected": text_of(row["rejected_response"])}
        else:
            yield {"completion": answer, **({"label": str(bool(row["label"]))} if isinstance(row.get("label"), (bool, int, float)) else {})}


READERS = [Reader("ms-swift", ("swift", "datasets"), ("ms-swift", "ms-swift-kto", "ms-swift-regression", "ms-swift-reranker"), read)]
