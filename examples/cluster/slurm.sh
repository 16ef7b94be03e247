#!/usr/bin/env bash
# An experiment as a job array of Slurm: docs/cluster.md
#
#   mkdir -p parts && sbatch examples/cluster/slurm.sh
#   sbatch --array=3 examples/cluster/slurm.sh         # a task that was lost, once more: it does what is missing
#   subtorus merge parts/*.shard > results.csv         # once all have ended
#
#SBATCH --job-name=subtorus
#SBATCH --array=1-8
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --output=parts/%a.txt
set -euo pipefail

# How many parts there are, which a single task that is submitted again would not know.
parts=8
link=${LINK:-'#v=1&machine=torus:8x8x8&jobs=2000&allocation=tff,gabl&scheduling=fcfs,easy&vary=load:0.5..1:0.1'}

exec "${SUBTORUS:-subtorus}" sweep --link "$link" --shard "auto/$parts" --out "parts/$SLURM_ARRAY_TASK_ID.shard"
