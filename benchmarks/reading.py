"""Reading rows back from Parquet, against making them."""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path

import datasets
import pyarrow.parquet as pq

from benchmarks.figures import Figure, Scale, interleaved, ratio
from benchmarks.reference_pipeline import measured_shards
from generator.dataset.schema import schema_of
from generator.dataset.shard_rows import rows_of
from generator.production.folder.parquet_files import write_parquet


def measure(scale: Scale) -> Iterator[Figure]:
    """Rows a second of pyarrow, of a streamed `datasets` reader, and of making the rows."""
    shards = measured_shards(max(1, scale.shards // 4))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "rows.parquet")
        rows = [row for shard in shards for row in rows_of(shard)]
        written = write_parquet(path, rows, schema_of(shards[0].config))
        stream = datasets.load_dataset("parquet", data_files=str(path), split="train", streaming=True)
        ways = {
            "made": lambda: [row for shard in shards for row in rows_of(shard)],
            "pyarrow": lambda: pq.read_table(path).to_pylist(),
            "datasets, streamed": lambda: list(stream),
        }
        seconds = interleaved(ways, scale.rounds)
    for name in ways:
        rate = len(rows) / statistics.median(seconds[name])
        yield Figure("reading", name, rate, "rows/s", 1 / ratio(seconds, name, "made"), "making the rows")
    stored, arrow = written["bytes"] / len(rows), written["uncompressed_bytes"] / len(rows)
    yield Figure("reading", "bytes of a row in Parquet", stored, "bytes", stored / arrow, "the same in Arrow")
