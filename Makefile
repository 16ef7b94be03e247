# The two commands are `make serve` and `make test`; both install what is missing first (.ci/setup).
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help serve dist test format lint test-native test-wasm test-page test-fuzz test-cluster fuzz soak bench pictures mutants audit reproducible clean setup-build setup-test setup-mutants

PORT ?= 8080
# For each fuzz target, and for a soak.
SECONDS ?= 10
MINUTES ?= 20
# The versions of the tools that this checkout needs, linked there by .ci/setup.
export PATH := $(CURDIR)/target/tools:$(PATH)
# In seconds, for all the WebAssembly tests together.
export WASM_BINDGEN_TEST_TIMEOUT := 300
export WASM_BINDGEN_TEST_WEBDRIVER_JSON := $(CURDIR)/tests/browser/webdriver.json
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER := wasm-bindgen-test-runner

# The module is the same bytes wherever it is built (expanded when a recipe runs: .ci/setup comes first).
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS = $(shell .ci/remap)

# The page is the library alone, for WebAssembly.
WASM := --target wasm32-unknown-unknown --no-default-features
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
	trunk build --quiet
	@echo "The site is in dist/."

test: lint test-native test-wasm test-page test-fuzz test-cluster ## everything that must hold: lint and all tests

format: ## format all Rust files
	rustfmt $(RUST_FILES)

lint: setup-test dist ## formatting, clippy, documentation, the types of the page's scripts, licences of dependencies
	rustfmt --check $(RUST_FILES)
	cargo clippy --locked --all-targets -- -D warnings
	cargo clippy --locked --lib --test wasm --bench network $(WASM) -- -D warnings
	cargo clippy --locked --lib $(WASM) --features run-view -- -D warnings
	cargo clippy --locked --release --manifest-path fuzz/Cargo.toml --target-dir target/fuzz --lib --bins --examples -- -D warnings
	$(RUSTDOC)
	$(RUSTDOC) $(WASM)
	npm --prefix tests/browser run check
	cargo deny --log-level error --locked --offline check licenses bans sources

test-native: setup-build
	cargo test --locked --no-fail-fast

test-wasm: setup-test
	cargo test --locked --test wasm $(WASM)

test-page: setup-test dist
	npm --prefix tests/browser test

test-fuzz: setup-test
	rm -rf target/fuzz/fresh
	FOUND=target/fuzz/fresh fuzz/run 10

test-cluster: setup-build ## an experiment in parts on a Slurm of its own, which is installed where it is missing
	.ci/test-cluster

fuzz: setup-test ## random inputs, guided by what they reach: make fuzz SECONDS=60 TARGET=links
	fuzz/run $(SECONDS) $(TARGET)

soak: setup-test dist ## random experiments, native, in the browser and by the plain rules: make soak MINUTES=20 LOGS=folder
	cargo build --locked --release
	cargo build --locked --release --manifest-path fuzz/Cargo.toml --target-dir target/fuzz --example draw
	MINUTES="$(MINUTES)" SEED="$(SEED)" LOGS="$(if $(LOGS),$(abspath $(LOGS)))" node tests/browser/soak.mjs

bench: setup-test dist ## the speed of the simulator, native and in the browser
	cargo bench --locked
	cargo test --locked --release --bench network $(WASM) -- --nocapture
	cargo build --locked --release
	node tests/browser/bench.mjs
	node tests/browser/bench_time_left.mjs
	node tests/browser/bench_run.mjs
	node tests/browser/bench_memory.mjs

pictures: setup-test dist ## take the pictures of docs/pages.md anew
	cd tests/browser && node --test --test-concurrency=1 pictures.mjs

mutants: setup-mutants ## which changes to metrics and tables no test notices (.cargo/mutants.toml)
	cargo mutants --output target

audit: setup-test ## whether a dependency has a known weakness (fetches the database of them)
	cargo deny --log-level error --locked check advisories

reproducible: setup-build ## build the committed site in two folders, and compare them byte by byte
	.ci/reproducible

clean: ## remove everything built here; the tools outside the repository stay
	rm -rf target dist tests/browser/node_modules

setup-build:
	@.ci/setup build

setup-test:
	@.ci/setup test

setup-mutants:
	@.ci/setup mutants
