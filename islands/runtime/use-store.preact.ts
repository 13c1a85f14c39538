import type { ReadableAtom } from "nanostores";
import { useLayoutEffect, useState } from "preact/hooks";

/**
 * `useStore` of @nanostores/react for Preact, without the `keys` option. Preact finishes a
 * rendering within one task, so the store cannot change during it and a simple state suffices; this
 * saves 400 bytes on every page. The first render shows the initial value, as on the server.
 */
export function useStore<Value>(store: ReadableAtom<Value>, { ssr }: { ssr?: "initial" } = {}): Value {
  const [snapshot, setSnapshot] = useState({ value: ssr ? (store.init as Value) : store.get() });
  useLayoutEffect(
    () => store.subscribe((value) => setSnapshot((before) => (Object.is(before.value, value) ? before : { value }))),
    [store],
  );
  return snapshot.value;
}
