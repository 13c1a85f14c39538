import { AsyncLocalStorage } from "node:async_hooks";

const limit = new AsyncLocalStorage<number>();

/**
 * Runs `work`, whose statements may take `ms` each: the server ends longer ones, and a connection
 * whose server does not answer is broken off. Without this a statement has no limit, as in an
 * import.
 */
export const withStatementLimit = <Value>(ms: number, work: () => Value): Value => limit.run(ms, work);

/** The limit in ms; undefined if there is none. */
export const statementLimit = (): number | undefined => limit.getStore();
