import { AsyncLocalStorage } from "node:async_hooks";

const limit = new AsyncLocalStorage<number>();

/**
 * Runs `work` with a limit of `ms` for each statement. The server ends longer statements, and the
 * client ends a connection whose server does not answer. Without this call a statement has no
 * limit, as in an import.
 */
export const withStatementLimit = <Value>(ms: number, work: () => Value): Value => limit.run(ms, work);

/** The limit in ms; undefined if there is none. */
export const statementLimit = (): number | undefined => limit.getStore();
