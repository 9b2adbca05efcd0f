# Every target makes its own environment; all that is needed is Python 3.11 to 3.13 with venv.
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# A file is of one worker: what its tests share is made once.
TESTS := $(BIN)/python -m pytest -n 2 --dist loadfile

OLD_VENV := .venv-datasets36
OLD := $(OLD_VENV)/bin/python
TRAIN_VENV := .venv-train
LOADING := tests/test_front_door.py tests/test_front_door_real.py

.PHONY: setup setup-test dataset test test-all test-seeds test-datasets36 test-train beside lint bench gpu-test docs fingerprints card samples report push lock clean

setup: $(VENV)/.run

# With what tests need as well, for running one of them alone.
setup-test: $(VENV)/.test

dataset: setup
	$(BIN)/python -m generator load --config cuda_backward --rows 1100

test: beside
	$(TESTS)

test-all: beside
	$(TESTS) --slow

# Each of the two takes one core.
beside:
	$(MAKE) -j 2 lint test-datasets36

# Only what draws fresh kernels, with SEEDS seeds: finds what one run of `make test` in so many would stumble on.
SEEDS := 10
test-seeds: $(VENV)/.test
	$(TESTS) --seeds $(SEEDS)

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test-datasets36: $(OLD_VENV)/.test
	$(OLD) -m pytest -p no:cacheprovider $(LOADING)

test-train: $(TRAIN_VENV)/.train
	$(TRAIN_VENV)/bin/python -m pytest tests/train

bench: $(VENV)/.test
	$(BIN)/python -m benchmarks

gpu-test: $(VENV)/.test
	$(BIN)/python -m tests.gpu

# Writes the parts of the documents that follow from the code.
docs: setup
	$(BIN)/python -m generator.documents.document README.md docs/data_format.md docs/gallery.md

# Writes the lists of what synthesized rows must not be like; REAL is a folder that `collect` made.
REAL := build/real
fingerprints: setup
	$(BIN)/python -m generator wild --fingerprints
	$(BIN)/python -m generator.production.held_out $(REAL)

# What card, report and push work on; made first where it is missing or unfinished.
BUILD := build/warp-cuda-ir
ROWS := 2200

card: setup
	$(BIN)/python -m generator produce --config cuda_forward,cuda_backward,sft --rows $(ROWS) --out $(BUILD)
	$(BIN)/python -m generator card $(BUILD)

report: card
	$(BIN)/python -m generator report $(BUILD)

# Pages of the first rows, to be read on the web.
samples: setup
	$(BIN)/python -m generator samples --out samples

# make push NAME=user/dataset
push: card
	$(BIN)/python -m generator push $(BUILD) $(NAME)

# Pins what a fresh install gets, for every Python and platform.
LOCK := $(BIN)/uv pip compile --quiet --universal --no-annotate --no-header --upgrade pyproject.toml
lock: setup
	$(PIP) uv
	$(LOCK) --extra test --extra sass --extra scale -o constraints/main.txt
	echo 'datasets==3.6.0' | $(LOCK) - --extra test -o constraints/datasets36.txt
	echo 'torch==2.13.0' | $(LOCK) - --extra test --extra train -o constraints/train.txt

clean:
	rm -rf $(VENV) $(OLD_VENV) $(TRAIN_VENV) build dist

# Also makes anew what a killed `python -m venv` left half made: a Python without pip.
environment = $(1)/bin/python -m pip --version >/dev/null 2>&1 || $$(.ci/find-python) -m venv --clear $(1)

$(VENV)/.run: pyproject.toml constraints/main.txt
	$(call environment,$(VENV))
	$(PIP) --constraint constraints/main.txt --editable .
	touch $@

$(VENV)/.test: $(VENV)/.run
	$(PIP) --constraint constraints/main.txt --editable '.[test,sass,scale]'
	touch $@

$(OLD_VENV)/.test: pyproject.toml constraints/datasets36.txt
	$(call environment,$(OLD_VENV))
	$(OLD) -m pip install --quiet --disable-pip-version-check --constraint constraints/datasets36.txt \
	  'datasets==3.6.0' warp-lang PyYAML typer rich pytest
	touch $@

$(TRAIN_VENV)/.train: pyproject.toml constraints/train.txt
	$(call environment,$(TRAIN_VENV))
	$(TRAIN_VENV)/bin/python -m pip install --quiet --disable-pip-version-check \
	  --constraint constraints/train.txt --editable '.[train,test]'
	touch $@
