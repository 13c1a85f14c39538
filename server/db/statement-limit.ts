import { AsyncLocalStorage } from "node:async_hooks";

const limit = new AsyncLocalStorage<number>();

/**
 * Runs `work`, whose statements may take `ms` each: then the server ends them, and a connection whose server
 * says nothing of it is broken off. Without it a statement takes as long as it takes, as those of an import do.
 */
export const withStatementLimit = <Value>(ms: number, work: () => Value): Value => limit.run(ms, work);

/** In ms; undefined where there is none. */
export const statementLimit = (): number | undefined => limit.getStore();
