import type { Db, Tx } from "../../db/tables.ts";
import { transact } from "../../db/transaction.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import { type Outcome, ok, refuse } from "../../outcome.ts";
import { endImport, isRunning, nextRound } from "./end.ts";
import type { ImportOptions } from "./options.ts";
import { findImportRow, insertImport, insertPart, lockImport, lockOpenImport, updateImport } from "./queries.ts";
import { partBytes } from "./stored-file.ts";

/** the ms after which an unconfirmed file is deleted */
export const waitsFor = 24 * 3_600_000;

/** The most bytes of a file. */
export const mostBytes = 64_000_000;

type NewUpload = { id: string; staffId: string; requestId: string; name: string };

/**
 * Stores a file while it arrives, in parts that every process can read. The file is deleted a day
 * later unless it is imported.
 */
export async function storeUpload(
  db: Db,
  { id, staffId, requestId, name }: NewUpload,
  chunks: AsyncIterable<Buffer>,
  now: number,
): Promise<{ size: number }> {
  await transact(db, async (tx) => {
    const row = { id, staff_id: staffId, request_id: requestId, name, state: "uploading" as const, created_at: now };
    await insertImport(tx, row);
    await enqueue(tx, { kind: "product-import-expiry", subject: id, payload: { id }, runAt: now + waitsFor }, now);
  });
  const store = (position: number, bytes: Buffer) =>
    transact(db, (tx) => insertPart(tx, { import_id: id, position, bytes: new Uint8Array(bytes) }));
  let [waiting, size, position] = [Buffer.alloc(0), 0, 0];
  for await (const chunk of chunks) {
    size += chunk.length;
    waiting = Buffer.concat([waiting, chunk]);
    for (; waiting.length >= partBytes; waiting = waiting.subarray(partBytes)) {
      await store(position, waiting.subarray(0, partBytes));
      position += 1;
    }
  }
  if (waiting.length > 0) await store(position, waiting);
  return { size };
}

const isUnderWay = refuse("limit_reached", "Another file is being imported. Wait until it is done, or cancel it.");

/**
 * Joins `tx`: begins the dry run of a complete upload. Replaces a file that waits for a decision.
 * Refuses while a job reads another file.
 */
export async function acceptUpload(
  tx: Tx,
  { id, size, options }: { id: string; size: number; options: ImportOptions },
  now: number,
): Promise<Outcome<{ id: string }>> {
  const other = await lockOpenImport(tx);
  if (other && isRunning(other.state)) return isUnderWay;
  if (other) await endImport(tx, other.id, { state: "discarded" }, now);
  await updateImport(tx, id, { size, options: JSON.stringify(options), state: "checking", slot: 1 });
  await nextRound(tx, id, 0, now);
  return ok({ id });
}

/** Deletes the stored parts of an upload that is not accepted. */
export const dropUpload = (db: Db, id: string, now: number): Promise<void> =>
  transact(db, async (tx) => {
    const row = await lockImport(tx, id);
    if (row?.state === "uploading") await endImport(tx, id, { state: "discarded" }, now);
  });

/** Deletes a file that is incomplete or still waits for a decision. */
export async function expireUpload(db: Db, id: string, now: number): Promise<void> {
  const row = await findImportRow(db, id);
  if (row?.state !== "uploading" && row?.state !== "checked") return;
  await transact(db, async (tx) => {
    const locked = await lockImport(tx, id);
    if (locked?.state === "uploading" || locked?.state === "checked") await endImport(tx, id, { state: "discarded" }, now);
  });
}
