/**
 * At least `bytes` of a body have to come within `ticks` ticks. Ticks are counted instead of time:
 * a process that stood still has read nothing meanwhile, which is not the sender's fault.
 */
export type Pace = { bytes: number; ticks: number; tickMs: number };

/**
 * The state of a body: the bytes that have come by now, and whether the shop itself has paused
 * reading.
 */
type Look = { received: number; isFull: boolean };

/**
 * Returns whether a body comes too slowly; call it once in each tick. `begin` is the number of
 * bytes that had come before the body.
 */
export function openPace({ bytes, ticks }: Pick<Pace, "bytes" | "ticks">, begin: number): (look: Look) => boolean {
  let since = begin;
  let passed = 0;
  return ({ received, isFull }) => {
    passed += 1;
    if (!isFull && received - since < bytes) return passed >= ticks;
    [since, passed] = [received, 0];
    return false;
  };
}

/** Checks a request; false ends the watch. */
type Watch = () => boolean;

/**
 * Calls each watch once in each tick, after the bytes that have come by then are read. Returns a
 * function that ends a watch.
 */
export function openWatches(tickMs: number): (watch: Watch) => () => void {
  const watches = new Set<Watch>();
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    for (const watch of watches) if (!watch()) watches.delete(watch);
    if (watches.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  return (watch) => {
    watches.add(watch);
    timer ??= setInterval(() => void setImmediate(look), tickMs).unref();
    return () => void watches.delete(watch);
  };
}
