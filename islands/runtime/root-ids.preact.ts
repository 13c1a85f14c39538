import { createContext, createElement, type VNode } from "preact";
import { useContext, useState } from "preact/hooks";

/** The prefix of a root's ids, and how many it has given. */
type Ids = { key: string; count: number };

const RootIds = createContext<Ids>({ key: "", count: 0 });

/**
 * Gives the components of one root ids that no other root has, and that are equal on server and
 * browser.
 */
export const withRootIds = (element: VNode, value: Ids) => createElement(RootIds.Provider, { value, children: element });

export function useId(): string {
  const root = useContext(RootIds);
  const [id] = useState(() => `P${root.key}-${root.count++}`);
  return id;
}
