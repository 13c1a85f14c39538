import { customerSource, customerSubject, ownerSource, recordSecurityEvent } from "../../server/customers/security-events.ts";
import type { Db } from "../../server/db/tables.ts";
import { transact } from "../../server/db/transaction.ts";

const agent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

/**
 * Adds ten sign-ins from 2026-01-01 on, a minute apart, then a failed one, and then a link by the
 * owner.
 */
export async function addActivity(db: Db, id: string): Promise<void> {
  const source = customerSource({ address: "203.0.113.7", agent, requestId: "1".repeat(32) });
  const start = Date.UTC(2026, 0, 1);
  await transact(db, async (tx) => {
    for (let n = 0; n < 10; n++)
      await recordSecurityEvent(tx, customerSubject(id), { kind: "signed-in", source, detail: "Password" }, start + n * 60_000);
    await recordSecurityEvent(tx, customerSubject(id), { kind: "sign-in-failed", source }, start + 3_600_000);
    const link = { kind: "sign-in-link-created" as const, source: ownerSource() };
    await recordSecurityEvent(tx, customerSubject(id), link, start + 7_200_000);
  });
}
