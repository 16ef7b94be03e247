# The two commands are `make serve` and `make test`; both install what is missing first (.ci/setup).
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help serve programs dist test test-long checks site-and-lint other-checks long-checks format lint lint-rust \
	lint-scripts test-native test-page test-fuzz test-soak test-native-long test-page-long test-cluster fuzz soak bench \
	pictures mutants audit reproducible reproduce public-api lint-release binary dist-archive crate checksums python \
	test-python test-python-long bench-python peers clean setup-build setup-test setup-mutants setup-release setup-python

PORT ?= 8080
# For each fuzz target, and for a soak.
SECONDS ?= 10
MINUTES ?= 20
# What puts the site into dist/; nothing where it is there.
SITE = dist
# The versions of the tools that this checkout needs, linked there by .ci/setup.
export PATH := $(CURDIR)/target/tools:$(PATH)

# The module is the same bytes wherever it is built (expanded when a recipe runs: .ci/setup comes first).
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS = $(shell .ci/remap)

# Tools for what a release has beside its code.
RELEASE_TOOLS := target/tools/release/bin

# The page is the library and two small programs, for WebAssembly.
WASM := --target wasm32-unknown-unknown --no-default-features --features page
MATURIN := target/python/venv/bin/maturin build --quiet --locked --manifest-path python/Cargo.toml --target-dir target
# Together with the Python package, although it has nothing to test here: cargo unites the features of what all chosen packages
# stand on, and with other features it compiles the library anew.
PACKAGES := --package subtorus --package subtorus-python
# With the time of each test.
CARGO_TEST := cargo test --locked $(PACKAGES) --no-fail-fast --config "target.'cfg(all())'.runner=['$(CURDIR)/.ci/timed']"
# Documentation is for contributors: private items are in it, and links to them are fine.
RUSTDOC := RUSTDOCFLAGS="-D warnings -A rustdoc::private_intra_doc_links" \
	cargo doc --locked --lib --no-deps --document-private-items

# All files by name: rustfmt does not find the modules that a macro declares (src/allocation/strategies/mod.rs).
RUST_FILES = --edition 2024 $(wildcard $(shell git ls-files --cached --others --exclude-standard '*.rs'))

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1	\2/p' $(MAKEFILE_LIST) | expand -t 20

serve: dist ## build the page and serve it: make serve PORT=8080
	node tests/browser/server.mjs dist $(PORT)

dist: setup-build ## write the static site to dist/, for any web server, under any path
	@echo "== dist"
	trunk build --quiet
	@echo "The site is in dist/."

test: ## everything that must hold at every change: lint and all tests
	@.ci/run --stop checks

test-long: ## what takes hours, every night: all cases of properties, fuzzing, soaking, chaos, random links, a Slurm
	@.ci/run --stop long-checks

checks: site-and-lint other-checks

# Neither keeps two processors busy. (With make's own jobs, the compiler would ask make for processors.)
site-and-lint: setup-test setup-python
	@$(MAKE) --no-print-directory dist & site=$$!; $(MAKE) --no-print-directory lint-rust; lint=$$?; wait $$site && exit $$lint

# With the site that is there.
other-checks:
	@$(MAKE) --no-print-directory SITE= lint-scripts lint-release test-native test-page test-fuzz test-soak test-python

long-checks: SECONDS = 600
long-checks: test-native-long test-page-long test-cluster fuzz soak crate reproduce test-python-long

format: ## format all Rust files
	@rustfmt $(RUST_FILES)

lint: lint-rust lint-scripts ## formatting, clippy, documentation, the types of the page's scripts, licences of dependencies

lint-rust: setup-test setup-python
	@echo "== lint-rust"
	@rustfmt --check $(RUST_FILES)
	cargo clippy --locked --workspace --all-targets -- -D warnings
	cargo clippy --locked --lib --bins $(WASM) -- -D warnings
	$(RUSTDOC)
	$(RUSTDOC) $(WASM)

lint-scripts: setup-test $(SITE)
	@echo "== lint-scripts"
	npm --prefix tests/browser run check
	cargo deny --log-level error --locked --offline --workspace --exclude subtorus-fuzz check licenses bans sources

lint-release: setup-release ## the public API against docs/public-api.txt, citation files, workflows of the forge
	@echo "== lint-release"
	.ci/public-api --check
	$(RELEASE_TOOLS)/cffconvert --validate
	$(RELEASE_TOOLS)/python .ci/check-metadata
	$(RELEASE_TOOLS)/actionlint
	$(RELEASE_TOOLS)/zizmor --quiet --offline .github/workflows

test-native: setup-build ## cargo test, with a quarter of the cases of every property
	@echo "== test-native"
	CASES_DIVIDED_BY=4 $(CARGO_TEST)

test-native-long: setup-build ## cargo test, with all cases
	@echo "== test-native-long"
	$(CARGO_TEST)

programs: setup-build # what tests of the page and of Python run beside them (tests/browser/programs.mjs)
	cargo build --locked --quiet $(PACKAGES) --bins --example archive_like

test-page: setup-test $(SITE) programs
	@echo "== test-page"
	npm --prefix tests/browser test

test-page-long: setup-test dist ## the page for long: chaos, and random links
	@echo "== test-page-long"
	cd tests/browser && CHAOS_SECONDS=120 RANDOM_LINKS=25 USABLE=2000 node --test --test-reporter=spec --test-concurrency=1 chaos.mjs random_links.test.mjs

test-fuzz: setup-test ## every committed input of every fuzz target
	@echo "== test-fuzz"
	fuzz/run 0

test-soak: setup-test $(SITE) programs test-fuzz ## ten seconds of soaking
	@echo "== test-soak"
	BINARY=target/debug/subtorus DRAW=target/debug/examples/draw MINUTES=0.17 node --test --test-reporter=spec tests/browser/soak.mjs

test-cluster: setup-build ## an experiment in parts on a Slurm of its own, which is installed where it is missing
	@echo "== test-cluster"
	.ci/test-cluster

python: setup-python ## build the wheel of the Python package into target/python/wheels
	@echo "== python"
	$(MATURIN) --release --out target/python/wheels

# The same engine, but for how hard the compiler tries.
test-python: setup-python programs ## the Python package in a fresh virtual environment: tests, types, notebooks
	@echo "== test-python"
	$(MATURIN) --profile dev --out target/python/draft
	python/test target/python/draft

test-python-long: python ## the same of the wheel, with more random experiments
	@echo "== test-python-long"
	cargo build --locked --release --quiet
	EXPERIMENTS=3000 BINARY=target/release/subtorus python/test target/python/wheels

bench-python: python ## the speed of the Python package, beside the command line
	cargo build --locked --release
	python/benchmarks/run

peers: python ## the same logs and policies in other simulators: jobs a second, and whether schedules agree
	@echo "== peers"
	python/benchmarks/peers/run

fuzz: setup-test ## random inputs, guided by what they reach: make fuzz SECONDS=60 TARGET=links
	@echo "== fuzz"
	fuzz/run $(SECONDS) $(TARGET)

soak: setup-test dist ## random experiments, native, in the browser and by the plain rules: make soak MINUTES=20 LOGS=folder
	@echo "== soak"
	cargo build --locked --release
	cargo build --locked --release --package subtorus-fuzz --example draw
	MINUTES="$(MINUTES)" SEED="$(SEED)" LOGS="$(if $(LOGS),$(abspath $(LOGS)))" node tests/browser/soak.mjs

bench: setup-test dist programs ## the speed of the simulator, native and in the browser
	cargo bench --locked
	cargo build --locked --release
	node tests/browser/bench.mjs
	node tests/browser/bench_time_left.mjs
	node tests/browser/bench_run.mjs
	node tests/browser/bench_curves.mjs
	node tests/browser/bench_memory.mjs

pictures: setup-test dist programs ## take the pictures of docs/pages.md and of the guide anew
	node .ci/guide_pictures.mjs dist
	cd tests/browser && node --test --test-concurrency=1 pictures.mjs

mutants: setup-mutants ## which changes to metrics and tables no test notices (.cargo/mutants.toml)
	cargo mutants --output target

audit: setup-test ## whether a dependency has a known weakness (fetches the database of them)
	cargo deny --log-level error --locked check advisories

reproducible: setup-build ## build the committed site in two folders, and compare them byte by byte
	.ci/reproducible

reproduce: ## compute all figures of the papers anew, and compare them with print and with what is committed: docs/artefact.md
	@echo "== reproduce"
	cargo run --locked --release --example gallery -- reproduce "$(FIGURES)"

public-api: setup-release ## write docs/public-api.txt anew
	.ci/public-api

binary: ## pack the command line for this system into target/packages
	cargo build --locked --release
	.ci/package binary

dist-archive: dist ## pack the site into target/packages
	.ci/package site

crate: ## pack the library for the registry into target/packages, and build what is packed
	@echo "== crate"
	.ci/package crate

checksums: ## write the checksums of all packages, with those of other systems in target/downloads
	.ci/package checksums

clean: ## remove everything built here; the tools outside the repository stay
	rm -rf target dist tests/browser/node_modules

setup-build:
	@.ci/setup build

setup-test:
	@.ci/setup test

setup-mutants:
	@.ci/setup mutants

setup-release:
	@.ci/setup release

setup-python:
	@.ci/setup python
