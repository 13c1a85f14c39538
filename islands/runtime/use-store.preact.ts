import type { ReadableAtom } from "nanostores";
import { useLayoutEffect, useState } from "preact/hooks";

/**
 * `useStore` of @nanostores/react for Preact, without the `keys` option. Nothing renders between
 * two tasks here, so a simple state suffices; this saves 400 bytes on every page. The first render
 * shows the initial value, as on the server.
 */
export function useStore<Value>(store: ReadableAtom<Value>, { ssr }: { ssr?: "initial" } = {}): Value {
  const [snapshot, setSnapshot] = useState({ value: ssr ? (store.init as Value) : store.get() });
  useLayoutEffect(
    () => store.subscribe((value) => setSnapshot((before) => (Object.is(before.value, value) ? before : { value }))),
    [store],
  );
  return snapshot.value;
}
