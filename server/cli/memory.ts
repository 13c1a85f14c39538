import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** The bytes of garbage after which the garbage is collected. */
const room = 8_000_000;

/**
 * Returns a function that collects garbage early if it is called from time to time. A long command
 * makes much more garbage than the memory that it needs, and V8 lets the heap grow as long as the
 * machine has memory.
 */
export function keepMemorySmall(): () => void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const usedBytes = () => getHeapStatistics().used_heap_size;
  let live = usedBytes();
  return () => {
    if (usedBytes() < live + room) return;
    collect();
    live = usedBytes();
  };
}
