/**
 * So many bytes of a body have to come within so many ticks. Ticks are counted, and no time: a process that stood
 * still for a while has read nothing meanwhile, which is not the sender's fault.
 */
export type Pace = { bytes: number; ticks: number; tickMs: number };

/** What a look at a body finds: the bytes that have come by now, and whether the shop itself reads no more for now. */
type Look = { received: number; isFull: boolean };

/** Returns whether a body comes too slowly, asked once in each tick. `begin`: bytes that had come before it. */
export function openPace({ bytes, ticks }: Pick<Pace, "bytes" | "ticks">, begin: number): (look: Look) => boolean {
  let [since, passed] = [begin, 0];
  return ({ received, isFull }) => {
    passed += 1;
    if (!isFull && received - since < bytes) return passed >= ticks;
    [since, passed] = [received, 0];
    return false;
  };
}

/** Looks at a thing until it returns false. */
type Watch = () => boolean;

/** Looks at what it is given once in each tick, after what has come by then is read. Returns what ends a watch. */
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
