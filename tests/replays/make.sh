#!/usr/bin/env bash
# Makes the stored replays anew: tests/replays/make.sh [lotrsim command]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
lotrsim="${1:-lotrsim}"
make() { $lotrsim replay --new "$1" --seed "$3" --agent "$4" --deck "$5" --difficulty "$6" --out "$1-$2.replay" --force; }
everybody=core-leadership+core-tactics+core-spirit+core-lore
make passage-through-mirkwood solo-leadership 1 heuristic core-leadership standard
make passage-through-mirkwood solo-tactics 2 heuristic core-tactics standard
make passage-through-mirkwood solo-spirit 3 heuristic core-spirit standard
make passage-through-mirkwood solo-lore 4 heuristic core-lore standard
for scenario in passage-through-mirkwood journey-along-the-anduin escape-from-dol-guldur; do
  make $scenario solo-random 5 random core-leadership standard
  make $scenario two 6 heuristic core-leadership+core-spirit standard
  make $scenario four 7 heuristic $everybody standard
  make $scenario easy 8 heuristic core-lore easy
  make $scenario basic 9 heuristic core-tactics basic
done
