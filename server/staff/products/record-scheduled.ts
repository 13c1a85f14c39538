import type { RecordScheduled } from "../../catalog/apply-schedules.ts";
import { newId } from "../../ids.ts";
import { recordChange } from "../records/audit.ts";
import { changedFields } from "../records/rules/record-changes.ts";
import { productKind } from "./product-kind.ts";

/**
 * Adds the changes that a product's schedule made, such as a new price, to the product's history.
 */
export const recordScheduled: RecordScheduled = async (tx, { id, before, after }, now) => {
  const change = changedFields(before, after);
  if (!change) return;
  const source = { actor: "schedule", requestId: newId() } as const;
  await recordChange(tx, source, { kind: productKind.kind, id, action: "schedule applied", ...change }, now);
};
