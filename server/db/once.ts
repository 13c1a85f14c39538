import { createHash, randomBytes } from "node:crypto";
import type { Db, Row, Tx } from "./tables.ts";

type Kind = Row<"one_time_token">["kind"];

export type Once = {
  subject: string;
  payload: Record<string, unknown>;
  /** when it was made; ms */
  at: number;
};
type NewOnce = {
  kind: Kind;
  subject: string;
  payload?: Record<string, unknown>;
  /** ms */
  lifetime: number;
  /** one that can be made again, for a letter that is written later; else it is random */
  token?: string;
};

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");
const shape = /^[\w-]{43}$/;

/** Makes a token that is good once; the answer is the only place where it stands, the database keeps its hash. */
export async function makeOnce(tx: Db | Tx, once: NewOnce, now: number): Promise<string> {
  const { kind, subject, payload = {}, lifetime, token = randomBytes(32).toString("base64url") } = once;
  const row = {
    hash: hashOf(token),
    kind,
    subject,
    payload: JSON.stringify(payload),
    created_at: now,
    expires_at: now + lifetime,
  };
  await tx
    .insertInto("one_time_token")
    .values({ ...row, used_at: null })
    .execute();
  return token;
}

const living = (reader: Db | Tx, kind: Kind, token: string, now: number) =>
  reader
    .selectFrom("one_time_token")
    .select(["subject", "payload", "created_at"])
    .where("hash", "=", hashOf(token))
    .where("kind", "=", kind)
    .where("used_at", "is", null)
    .where("expires_at", ">", now);

const onceOf = ({
  subject,
  payload,
  created_at: at,
}: Pick<Row<"one_time_token">, "subject" | "payload" | "created_at">): Once => ({
  subject,
  at,
  payload: JSON.parse(payload) as Once["payload"],
});

/** What a token is for, without using it: a page may be opened by a mail scanner. Undefined when it is unknown, used or too old. */
export async function peekOnce(reader: Db | Tx, kind: Kind, token: string, now: number): Promise<Once | undefined> {
  if (!shape.test(token)) return undefined;
  const row = await living(reader, kind, token, now).executeTakeFirst();
  return row && onceOf(row);
}

/** True while a link of this kind may still be followed by `subject`. */
export async function isAwaited(reader: Db | Tx, kind: Kind, subject: string, now: number): Promise<boolean> {
  const row = await reader
    .selectFrom("one_time_token")
    .select("hash")
    .where("kind", "=", kind)
    .where("subject", "=", subject)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses a token: of all who try, one gets what it is for. */
export async function spendOnce(tx: Tx, kind: Kind, token: string, now: number): Promise<Once | undefined> {
  const found = await peekOnce(tx, kind, token, now);
  if (!found) return undefined;
  const { numUpdatedRows } = await tx
    .updateTable("one_time_token")
    .set({ used_at: now })
    .where("hash", "=", hashOf(token))
    .where("used_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? found : undefined;
}

/** Makes every unused token of this kind and subject worthless, such as older reset links once one was used. */
export async function revokeOnce(tx: Tx, kind: Kind, subject: string, now: number): Promise<void> {
  await tx
    .updateTable("one_time_token")
    .set({ used_at: now })
    .where("kind", "=", kind)
    .where("subject", "=", subject)
    .where("used_at", "is", null)
    .execute();
}

/** Forgets every token for this subject, used or not. */
export const forgetOnceOf = (tx: Tx, subject: string) => tx.deleteFrom("one_time_token").where("subject", "=", subject).execute();

/** Forgets tokens that ended before `before` (ms). */
export async function forgetOnce(tx: Db | Tx, before: number): Promise<void> {
  await tx.deleteFrom("one_time_token").where("expires_at", "<", before).execute();
}
