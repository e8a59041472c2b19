#!/usr/bin/env bash
# Makes the stored replays anew: tests/replays/make.sh [lotrsim command]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
lotrsim="${1:-lotrsim}"
scenario=passage-through-mirkwood
make() { $lotrsim replay --new "$scenario" --seed "$2" --agent "$3" --deck "$4" --difficulty "$5" --out "$scenario-$1.replay" --force; }
make solo-leadership 1 heuristic core-leadership standard
make solo-tactics 2 heuristic core-tactics standard
make solo-spirit 3 heuristic core-spirit standard
make solo-lore 4 heuristic core-lore standard
make solo-random 5 random core-leadership standard
make two 6 heuristic core-leadership+core-spirit standard
make four 7 heuristic core-leadership+core-tactics+core-spirit+core-lore standard
make easy 8 heuristic core-lore easy
make basic 9 heuristic core-tactics basic
