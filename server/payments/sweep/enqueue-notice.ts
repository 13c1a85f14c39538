import type { Tx } from "../../db/tables.ts";
import { newId } from "../../ids.ts";
import { enqueue } from "../../jobs/enqueue.ts";

/** An email to the owner about authorizations that paid for no order, by the gateway's references. */
export const enqueueNotice = (tx: Tx, refs: readonly string[], now: number): Promise<void> =>
  enqueue(tx, { kind: "sweep-notice", subject: newId(), payload: { refs } }, now);
