#!/usr/bin/env bash
# Shards on one or many machines with GNU parallel: parallel.sh OUT N [arguments of the harness…]
# More machines: add `--sshlogin 2/one,2/two`, where all see the workspace and OUT under the same
# names.
set -euo pipefail
out=$1 n=$2
shift 2
mkdir -p "$out"
harness=${HARNESS:-harness}
# Exit code 1 says that a solution is not as expected: a result, which a retry would not change. So
# only a missing report is tried again.
parallel --jobs "${JOBS:-2}" --joblog "$out/joblog.tsv" --retries 2 \
  "$harness --jobs 1 --shard {}/$n --report json=$out/shard-{}.json --quiet $* > $out/shard-{}.log 2>&1; test -s $out/shard-{}.json" \
  ::: $(seq "$n")
"$harness" merge "$out"/shard-*.json --report json="$out/merged.json"
