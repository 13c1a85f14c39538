import { createContext, createElement, type VNode } from "preact";
import { useContext, useState } from "preact/hooks";

const RootIds = createContext({ key: "", count: 0 });

/**
 * Gives the components of one root ids that no other root has, and that are equal on server and
 * browser.
 */
export const withRootIds = (element: VNode, key: string) =>
  createElement(RootIds.Provider, { value: { key, count: 0 }, children: element });

export function useId(): string {
  const root = useContext(RootIds);
  const [id] = useState(() => `P${root.key}-${root.count++}`);
  return id;
}
