import { AsyncLocalStorage } from "node:async_hooks";

const current = new AsyncLocalStorage<string | undefined>();

/** Runs `work` for the request of this id: jobs that it enqueues keep it. Undefined: for none. */
export const withRequestId = <Value>(id: string | undefined, work: () => Value): Value => current.run(id, work);

/** The id of the request that is being answered, or that enqueued the job that runs. */
export const currentRequestId = (): string | undefined => current.getStore();
