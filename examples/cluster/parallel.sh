#!/usr/bin/env bash
# An experiment on the computers of a list with GNU parallel: docs/cluster.md
#
#   examples/cluster/parallel.sh                       # on this computer
#   examples/cluster/parallel.sh --sshloginfile hosts  # on those of the file, which share this folder and have subtorus
#
# When it is ended in the middle, start it again: each part does what is missing.
set -euo pipefail

parts=8
link=${LINK:-'#v=1&machine=torus:8x8x8&jobs=2000&allocation=tff,gabl&scheduling=fcfs,easy&vary=load:0.5..1:0.1'}
subtorus=${SUBTORUS:-subtorus}

mkdir -p parts
# One at a time and computer: a part takes all cores.
parallel --jobs 1 --workdir "$PWD" "$@" --quote \
  "$subtorus" sweep --link "$link" --shard "{}/$parts" --out "parts/{}.shard" ::: $(seq "$parts")
"$subtorus" merge parts/*.shard > results.csv
