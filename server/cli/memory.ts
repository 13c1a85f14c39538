import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Bytes of garbage that may lie about. */
const room = 8_000_000;

/**
 * A long command makes more garbage than it holds, and V8 lets it grow as long as the machine has
 * memory. The answer is to be called every now and then: it has it collected before it is much.
 */
export function keepMemorySmall(): () => void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const used = () => getHeapStatistics().used_heap_size;
  let live = used();
  return () => {
    if (used() < live + room) return;
    collect();
    live = used();
  };
}
