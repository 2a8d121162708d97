"""
Starts a trainer's program with its own parser of options and ends where that has taken them.

    python3 test/trainers/parse_only.py SOURCES MODULE_OR_FILE OPTION…    argparse, and HfArgumentParser of transformers
    python3 test/trainers/parse_only.py --hydra CONFIGURATION OVERRIDE…   a configuration of Hydra's with every default in it, which takes no key that it does not have
"""

import argparse
import importlib.util
import os
import runpy
import sys
from pathlib import Path

from readers import EmptyModules

# What trainers' programs import before they parse, and what is no part of that.
BESIDE = (
    "bitsandbytes", "deepspeed", "flash_attn", "optree", "ray", "vllm", "wandb", "liger_kernel", "torchmetrics", "jsonlines", "loralib", "isort", "transformers_stream_generator",
    "olmo_core", "beaker", "litellm", "openai", "rich", "nltk", "langdetect", "immutabledict", "hf_transfer", "debugpy", "antlr4", "sympy", "ring_flash_attn", "pylatexenc", "math_verify",
    "PIL", "absl", "openenv", "docker", "tiktoken", "backoff", "cuda", "dateparser", "matplotlib", "tensorboard", "torchdata", "einops", "pydantic", "fastapi", "uvicorn", "aiohttp", "requests", "anthropic", "google", "pkg_resources", "mcp",
)


def taken(parsed) -> None:
    print(f"taken: {parsed}"[:2000], flush=True)
    os._exit(0)


def stop_behind_parsers() -> None:
    parse_args = argparse.ArgumentParser.parse_args
    argparse.ArgumentParser.parse_args = lambda self, *values, **named: taken(parse_args(self, *values, **named))
    try:
        from transformers import HfArgumentParser
    except ImportError:
        return
    into_dataclasses = HfArgumentParser.parse_args_into_dataclasses
    HfArgumentParser.parse_args_into_dataclasses = lambda self, *values, **named: taken(into_dataclasses(self, *values, **named))


def hydra(config: str, overrides: list[str]) -> None:
    """As Hydra takes `key=value` on a configuration in struct mode; `+key` and `++key` may be new."""
    from omegaconf import OmegaConf

    known = OmegaConf.load(config)
    OmegaConf.set_struct(known, True)
    for override in overrides:
        key, value = override.split("=", 1)
        if key.startswith("+"):
            continue
        OmegaConf.update(known, key, OmegaConf.create({"it": value}).it)
    taken(overrides)


def main() -> None:
    first, program, *options = sys.argv[1:]
    if first == "--hydra":
        return hydra(program, options)
    sys.path.insert(0, first)
    sys.meta_path.append(EmptyModules(tuple(name for name in BESIDE if importlib.util.find_spec(name) is None)))
    stop_behind_parsers()
    sys.argv = [program, *options]
    if program.endswith(".py"):
        runpy.run_path(str(Path(first) / program), run_name="__main__")
    else:
        runpy.run_module(program, run_name="__main__", alter_sys=True)
    sys.exit("the program ended without parsing its options")


if __name__ == "__main__":
    main()
