#!/usr/bin/env bash
# An experiment as a task array of HyperQueue: docs/cluster.md. A server and workers are there already:
#
#   hq server start &
#   hq worker start &
#   examples/cluster/hyperqueue.sh
#
# Started again, each part does what is missing.
set -euo pipefail

parts=8
link=${LINK:-'#v=1&machine=torus:8x8x8&jobs=2000&allocation=tff,gabl&scheduling=fcfs,easy&vary=load:0.5..1:0.1'}
export SUBTORUS=${SUBTORUS:-subtorus} LINK=$link PARTS=$parts

mkdir -p parts
# Only the task itself knows its number, so that a shell of its own names the file.
hq submit --wait --array "1-$parts" --cpus 1 --env "SUBTORUS=$SUBTORUS" --env "LINK=$LINK" --env "PARTS=$PARTS" \
  --stdout 'parts/%{TASK_ID}.txt' --stderr 'parts/%{TASK_ID}.txt' -- \
  bash -c 'exec "$SUBTORUS" sweep --link "$LINK" --shard "auto/$PARTS" --out "parts/$HQ_TASK_ID.shard"'
"$SUBTORUS" merge parts/*.shard > results.csv
