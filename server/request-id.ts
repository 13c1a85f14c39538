import { AsyncLocalStorage } from "node:async_hooks";

const current = new AsyncLocalStorage<string | undefined>();

/**
 * Runs `work` for the request with this id: jobs that it enqueues keep the id. Undefined: for no
 * request.
 */
export const withRequestId = <Value>(id: string | undefined, work: () => Value): Value => current.run(id, work);

/** The id of the request that is being answered, or that enqueued the running job. */
export const currentRequestId = (): string | undefined => current.getStore();
