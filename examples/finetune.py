"""Fine-tune a language model on streamed rows of the `sft` config with TRL, and resume at the right row.

    python examples/finetune.py --data ./warp_cuda_ir.py       # rows are made while the model trains
    python examples/finetune.py --data build/warp-cuda-ir      # the Parquet folder that `produce` wrote
    python examples/finetune.py --data USER/NAME               # streamed from the Hub
    python examples/finetune.py --data ... --resume            # goes on from the last checkpoint in --out

Without --model it trains a tiny Llama made from a config, with a tokenizer trained on the first rows: nothing is
downloaded. Needs the extra `train`: pip install 'warp-cuda-ir[train]'. One process; with several, give each a part of
the stream by `datasets.distributed.split_dataset_by_node` and keep one state per process.
"""

from __future__ import annotations

import argparse
import copy
import itertools
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import datasets

try:
    from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import (
        AutoModelForCausalLM,
        AutoTokenizer,
        LlamaConfig,
        LlamaForCausalLM,
        PreTrainedTokenizerFast,
        TrainerCallback,
        TrainerControl,
        TrainerState,
        TrainingArguments,
        set_seed,
    )
    from transformers.trainer_utils import get_last_checkpoint
    from trl import SFTConfig, SFTTrainer
except ModuleNotFoundError as error:
    print(f"finetune: {error.name} is not installed: pip install 'warp-cuda-ir[train]'", file=sys.stderr)
    raise SystemExit(2) from None

from warp_cuda_ir import load_dataset

STREAM_STATE = "stream.json"
TOKENIZER_ROWS, VOCABULARY = 300, 2048


class ResumableRows:
    """A stream of rows that knows, for each row it gave, the state from which to go on behind it."""

    def __init__(self, rows: datasets.IterableDataset, state: dict[str, Any] | None = None):
        self.rows = rows
        self.behind: dict[str, dict[str, Any]] = {}
        if state is not None:
            rows.load_state_dict(state)

    def __iter__(self) -> Iterator[dict[str, str]]:
        for row in self.rows:
            self.behind[row["id"]] = copy.deepcopy(self.rows.state_dict())
            yield {name: row[name] for name in ("id", "prompt", "completion")}

    def as_dataset(self) -> datasets.IterableDataset:
        """What TRL takes: it tokenizes by `map`, lazily."""
        return datasets.IterableDataset.from_generator(self.__iter__)


class RecordingCollator:
    """TRL's collator, and the ids of the rows that it was given, in order."""

    def __init__(self, inner: Any):
        self.inner = inner
        self.ids: list[str] = []

    def __call__(self, examples: list[dict[str, Any]]) -> dict[str, Any]:
        self.ids += [example["id"] for example in examples]
        batch: dict[str, Any] = self.inner([{k: e[k] for k in ("input_ids", "labels")} for e in examples])
        return batch


class StreamCheckpoint(TrainerCallback):
    """Saves, beside each checkpoint, where the stream stands behind the last row that was trained on.

    The loader reads ahead and TRL drops rows whose prompt fills the window, so rows read are not rows trained on: the
    id of the last trained row decides.
    """

    def __init__(self, rows: ResumableRows, collator: RecordingCollator, rows_per_step: int, first_step: int):
        self.rows, self.collator = rows, collator
        self.rows_per_step, self.first_step = rows_per_step, first_step

    def trained(self, step: int) -> list[str]:
        """Ids of this run's rows up to a step, in order."""
        return self.collator.ids[: (step - self.first_step) * self.rows_per_step]

    def on_save(self, args: TrainingArguments, state: TrainerState, control: TrainerControl, **_: Any) -> None:
        """Called by the trainer once the checkpoint is written."""
        last = self.trained(state.global_step)[-1]
        folder = Path(str(args.output_dir)) / f"checkpoint-{state.global_step}"
        (folder / STREAM_STATE).write_text(json.dumps({"behind": last, "state": self.rows.behind[last]}))
        read = list(self.rows.behind)
        for passed in read[: read.index(last)]:
            del self.rows.behind[passed]


def train_tokenizer(rows: Iterable[dict[str, str]]) -> PreTrainedTokenizerFast:
    """A byte-level BPE tokenizer of the rows' own text."""
    tokenizer = Tokenizer(models.BPE())
    # As in current code models, line ends belong to the signs before them: no token reaches over the end of a prompt.
    pieces = pre_tokenizers.Split(Regex(r"[A-Za-z]+|\d|[^\sA-Za-z\d]+\n*|\s+"), "isolated")
    byte_level = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([pieces, byte_level])
    tokenizer.decoder = decoders.ByteLevel()
    special = ["<pad>", "<end>"]
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=VOCABULARY, special_tokens=special, initial_alphabet=alphabet, show_progress=False
    )
    tokenizer.train_from_iterator((row["prompt"] + row["completion"] for row in rows), trainer)
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, pad_token=special[0], eos_token=special[1])


def tiny_model(tokenizer: PreTrainedTokenizerFast, window: int) -> LlamaForCausalLM:
    """A Llama of under a million parameters, from a config."""
    config = LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=128,
        intermediate_size=384,
        num_hidden_layers=2,
        num_attention_heads=4,
        max_position_embeddings=window,
        tie_word_embeddings=True,
        pad_token_id=tokenizer.pad_token_id,
        eos_token_id=tokenizer.eos_token_id,
        bos_token_id=None,
    )
    return LlamaForCausalLM(config)


def open_rows(options: argparse.Namespace) -> datasets.IterableDataset:
    """The train split of the `sft` config, streamed."""
    return load_dataset(options.data, "sft", split="train", streaming=True)


def model_and_tokenizer(options: argparse.Namespace) -> tuple[Any, Any]:
    """The named model, or a tiny one with a tokenizer that is kept in --out for the next run."""
    set_seed(options.seed)
    if options.model:
        return AutoModelForCausalLM.from_pretrained(options.model), AutoTokenizer.from_pretrained(options.model)
    kept = options.out / "tokenizer"
    if not kept.exists():
        train_tokenizer(itertools.islice(open_rows(options), TOKENIZER_ROWS)).save_pretrained(kept)
    tokenizer = PreTrainedTokenizerFast.from_pretrained(kept)
    return tiny_model(tokenizer, options.window), tokenizer


def train(options: argparse.Namespace) -> None:
    """Train, or go on training; writes checkpoints, and `run-STEP.json` with losses and row ids, to --out."""
    checkpoint = get_last_checkpoint(str(options.out)) if options.resume else None
    first_step = int(checkpoint.rsplit("-", 1)[1]) if checkpoint else 0
    state = json.loads((Path(checkpoint) / STREAM_STATE).read_text())["state"] if checkpoint else None
    model, tokenizer = model_and_tokenizer(options)
    rows = ResumableRows(open_rows(options), state)
    config = SFTConfig(
        output_dir=str(options.out),
        max_steps=options.steps,
        per_device_train_batch_size=options.batch,
        learning_rate=options.learning_rate,
        max_length=options.window,
        save_steps=options.save_steps,
        logging_steps=1,
        seed=options.seed,
        ignore_data_skip=True,  # the stream itself stands at the right row
        remove_unused_columns=False,  # the collator wants the id
        activation_checkpointing=False,
        bf16=False,
        use_cpu=options.cpu,
        report_to="none",
        disable_tqdm=True,
    )
    trainer = SFTTrainer(model=model, args=config, train_dataset=rows.as_dataset(), processing_class=tokenizer)
    trainer.data_collator = collator = RecordingCollator(trainer.data_collator)
    stream = StreamCheckpoint(rows, collator, options.batch * config.gradient_accumulation_steps, first_step)
    trainer.add_callback(stream)
    trainer.train(resume_from_checkpoint=checkpoint)
    history = (entry for entry in trainer.state.log_history if "loss" in entry)
    losses = {entry["step"]: entry["loss"] for entry in history if entry["step"] > first_step}
    run = {"first_step": first_step, "losses": losses, "rows": stream.trained(trainer.state.global_step)}
    (options.out / f"run-{first_step}.json").write_text(json.dumps(run))
    best = min(losses.values())
    print(f"steps {first_step} to {trainer.state.global_step}: {len(run['rows'])} rows, loss {best:.3f} at best")


def arguments(words: list[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", default="./warp_cuda_ir.py", help="script, folder of Parquet, or name on the Hub")
    parser.add_argument("--out", type=Path, default=Path("build/finetune"), help="checkpoints and logs")
    parser.add_argument("--model", default="", help="name or folder of a causal language model; a tiny one if left out")
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--batch", type=int, default=4)
    parser.add_argument("--window", type=int, default=1024, help="tokens of prompt and completion together")
    parser.add_argument("--learning-rate", type=float, default=3e-3)
    parser.add_argument("--save-steps", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--resume", action="store_true", help="go on from the last checkpoint in --out")
    parser.add_argument("--cpu", action="store_true", help="leave a GPU alone")
    return parser.parse_args(words)


if __name__ == "__main__":
    train(arguments())
