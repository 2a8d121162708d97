"""verl: `RMDataset`, which takes Parquet (verl/utils/dataset/rm_dataset.py)."""

from pathlib import Path

import tiny_model
from exported import Export
from readers import Reader, file_module, without


def read(export: Export, scratch: Path):
    import pyarrow.json
    import pyarrow.parquet

    parquet = scratch / "train.parquet"
    pyarrow.parquet.write_table(pyarrow.json.read_json(export.train), parquet)
    with without("ray", "tensordict", instead=("verl.utils", "verl.protocol", "verl.models")):
        file_module("verl", "utils/fs.py", "verl.utils.fs")
        made = file_module("verl", "utils/dataset/rm_dataset.py", "verl_rm_dataset").RMDataset(str(parquet), tiny_model.tokenizer(), max_length=50_000)
    tokenizer = tiny_model.tokenizer()
    for index in range(len(made)):
        chosen, rejected = (tokenizer.decode(ids) for ids in made[index]["input_ids"])
        yield {"prompt": chosen, "chosen": chosen, "rejected": rejected}


READERS = [Reader("verl reward", ("verl", "pandas"), ("trl-dpo-text",), read)]
