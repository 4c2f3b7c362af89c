"""Every benchmark one after the other, or those named: `python -m benchmarks [NAME...]`, from the project's folder."""

import sys
import time
from collections.abc import Callable, Mapping, Sequence

from benchmarks import ablation, acronyms, page, scier, speed

BENCHMARKS: Mapping[str, Callable[[], None]] = {
    "speed": speed.main,
    "ablation": ablation.main,
    "acronyms": acronyms.main,
    "scier": scier.main,
    "scier-train": scier.main_trained,
    "page": page.main,
}


def main(names: Sequence[str]) -> None:
    """Run benchmarks, by default all of them."""
    for name in names or BENCHMARKS:
        if name not in BENCHMARKS:
            sys.exit(f"no benchmark {name!r}; there are {', '.join(BENCHMARKS)}")
        print(f"== {name}", flush=True)
        started = time.monotonic()
        BENCHMARKS[name]()
        print(f"({time.monotonic() - started:.0f} s)\n", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
