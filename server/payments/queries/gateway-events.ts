import type { NewRow, Tx } from "../../db/tables.ts";
import type { WebhookEvent } from "../gateways/gateway.ts";
import { woken } from "./leases.ts";

/** Stores an event's id; false if it is stored already. */
export async function recordEvent(tx: Tx, event: NewRow<"gateway_event">): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("gateway_event")
    .values(event)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * Ends the lease or pause of the payment that an event is about, if it is under review or made on
 * the gateway's page. The reconciler then looks it up, also after a lookup that is under way.
 */
export const wake = (tx: Tx, { ref, reference }: Pick<WebhookEvent, "ref" | "reference">) =>
  tx
    .updateTable("attempt")
    .set({ lease_until: woken })
    .where("state", "in", ["held", "elsewhere"])
    .where((eb) => {
      const calls = eb.selectFrom("gateway_call").select("key");
      return eb.or([
        eb("auth_ref", "=", ref),
        eb("key", "=", reference),
        eb("key", "in", calls.where("ref", "=", ref)),
        eb("key", "in", calls.where("reference", "=", reference)),
      ]);
    })
    .execute();
