/**
 * Lets the event loop turn until the condition holds. If it never does, the test's own expectation
 * fails.
 */
export async function until(holds: () => boolean, turns = 200): Promise<void> {
  for (let turn = 0; turn < turns && !holds(); turn++) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Waits until the loader has closed the removed islands, some tasks later. */
export async function afterRemoval(): Promise<void> {
  for (let task = 0; task < 3; task++) await new Promise((resolve) => setTimeout(resolve));
}

/** Gives time for something that must not happen. */
export const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 80));

/** Text of an island's output element. */
export const output = (el: Element): string => el.querySelector("output")?.textContent ?? "";

export function find<T extends Element = HTMLElement>(el: ParentNode, selector: string): T {
  const found = el.querySelector<T>(selector);
  if (!found) throw new Error(`there is no ${selector}`);
  return found;
}

/** A promise that a test settles later. */
export function kept<T>(): { promise: Promise<T>; give(value: T): void; refuse(error: unknown): void } {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  return { promise, give: resolve, refuse: reject };
}
