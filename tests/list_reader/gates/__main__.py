"""Print the figures of the gates and their failures: `python -m tests.list_reader.gates [GATE...] [--all]`."""

from __future__ import annotations

import sys
import time

from tests.list_reader.gates import gates


def main() -> None:
    """Run the named gates, or all. `--all` prints every failure instead of the first thirty of each gate."""
    wanted = [one for one in sys.argv[1:] if not one.startswith("-")] or list(gates.GATES)
    for name in wanted:
        start = time.process_time()
        trials = failures = 0
        said = []
        for trial in gates.GATES[name](1):
            trials += 1
            if trial.failure:
                failures += 1
                said.append(f"  {trial.words}: {trial.failure}")
        print(f"{name}: {trials - failures} of {trials} right, {time.process_time() - start:.0f} s")
        print("\n".join(said if "--all" in sys.argv else said[:30]), flush=True)
    found = gates.doubtful()
    print(f"doubtful: {len(found)} lists: {', '.join(found)}")


if __name__ == "__main__":
    main()
