import { AsyncLocalStorage } from "node:async_hooks";

const limit = new AsyncLocalStorage<number>();

/**
 * Runs `work`, whose statements may take `ms` each: then their connection is broken off, as a server
 * that is silent says nothing of itself. Without it a statement takes as long as it takes.
 */
export const withStatementLimit = <Value>(ms: number, work: () => Value): Value => limit.run(ms, work);

/** In ms; undefined where there is none. */
export const statementLimit = (): number | undefined => limit.getStore();
