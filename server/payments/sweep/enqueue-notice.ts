import type { Tx } from "../../db/tables.ts";
import { newId } from "../../ids.ts";
import { enqueue } from "../../jobs/enqueue.ts";

/**
 * Enqueues an email to the owner about authorizations without an order; `refs` are the gateway's.
 */
export const enqueueNotice = (tx: Tx, refs: readonly string[], now: number): Promise<void> =>
  enqueue(tx, { kind: "sweep-notice", subject: newId(), payload: { refs } }, now);
