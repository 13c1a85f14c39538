export type BoundedCache<Value> = {
  get(key: string): Value | undefined;
  set(key: string, value: Value, size: number): void;
};

/** Keeps values up to a bound, in characters of what they hold: then it begins anew, which costs less than keeping count of who was asked for. */
export function openBoundedCache<Value>(limit: number): BoundedCache<Value> {
  const kept = new Map<string, Value>();
  let held = 0;
  return {
    get: (key) => kept.get(key),
    set(key, value, size) {
      if (held + size > limit) {
        kept.clear();
        held = 0;
      }
      kept.set(key, value);
      held += size;
    },
  };
}
