import { AsyncLocalStorage } from "node:async_hooks";

const current = new AsyncLocalStorage<string | undefined>();

/**
 * Runs `work` with a request's id; jobs that the work enqueues store this id. `id` is undefined if
 * the work belongs to no request.
 */
export const withRequestId = <Value>(id: string | undefined, work: () => Value): Value => current.run(id, work);

/** The id of the current request, or of the request that enqueued the running job. */
export const currentRequestId = (): string | undefined => current.getStore();
