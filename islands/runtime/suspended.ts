/** Whether a value is a promise, or resolves like one. */
export const isPromise = (value: unknown): boolean =>
  typeof (value as { then?: unknown } | null | undefined)?.then === "function";

/** The error of an island that suspends where it is rendered at once. */
export const suspended = (island: string, what = "it suspends, by use, lazy, or a promise among its elements"): Error =>
  new Error(
    `Island ${island}: ${what}, and the server does not wait: ` +
      "await the data before you render, pass it as a prop, and import components without lazy",
  );
