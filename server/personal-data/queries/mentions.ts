import { sql } from "kysely";
import type { Db, Tables, Tx } from "../../db/tables.ts";
import { laneKinds } from "../../jobs/lanes.ts";
import { mentionOf } from "../../jobs/mention.ts";
import type { DataSubject } from "./subject.ts";

/**
 * The normalised addresses of a person: the given one, the account's current, pending and former
 * ones, and those of the orders and checkouts. Addresses that belong to another account are left
 * out.
 */
export async function addressesOf(reader: Db | Tx, { customerId, email }: DataSubject): Promise<string[]> {
  const ownEmail = email ? [email] : [];
  if (customerId === undefined) return ownEmail;
  const lower = sql<string>`lower(email)`;
  const account = await reader
    .selectFrom("customer")
    .select(["email_norm", "pending_email"])
    .where("id", "=", customerId)
    .executeTakeFirst();
  const former = await reader.selectFrom("former_email").select("email_norm").where("customer_id", "=", customerId).execute();
  const orders = await reader.selectFrom("orders").select("email_norm").where("customer_id", "=", customerId).execute();
  const checkouts = await reader
    .selectFrom("checkout")
    .select(lower.as("email_norm"))
    .where("customer_id", "=", customerId)
    .execute();
  const accountEmails = [account?.email_norm, account?.pending_email?.toLowerCase(), ...former.map((row) => row.email_norm)];
  const emails = new Set(
    [...ownEmail, ...accountEmails, ...[...orders, ...checkouts].map((row) => row.email_norm)].filter((each) => !!each),
  );
  if (emails.size === 0) return [];
  const others = await reader
    .selectFrom("customer")
    .select("email_norm")
    .where("email_norm", "in", [...emails] as string[])
    .where("id", "<>", customerId)
    .execute();
  for (const { email_norm } of others) emails.delete(email_norm);
  return [...emails] as string[];
}

type Place = { table: keyof Tables; key: string; columns: readonly string[] };

/** Tables whose rows may contain an address in a column that is not meant for addresses. */
const places = {
  job: { table: "job", key: "id", columns: ["subject", "payload", "failure"] },
  tries: { table: "counted_try", key: "id", columns: ["subject"] },
  tokens: { table: "one_time_token", key: "hash", columns: ["subject", "payload"] },
  returns: { table: "social_return", key: "visitor", columns: ["email"] },
  views: { table: "staff_view", key: "id", columns: ["name", "query"] },
  drafts: { table: "form_draft", key: "visitor", columns: ["typed"] },
  audit: { table: "audit_entry", key: "id", columns: ["before", "after"] },
  events: { table: "order_event", key: "id", columns: ["note"] },
} as const satisfies Record<string, Place>;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
};

const likeText = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;

/** Whether a column contains one of the addresses, possibly as part of a longer address. */
function mayMention(columns: readonly string[], addresses: readonly string[]) {
  const patterns = addresses.flatMap((address) => [...new Set([likeText(address), likeText(encodeURIComponent(address))])]);
  const tests = columns.flatMap((column) =>
    patterns.map((pattern) => sql<boolean>`lower(${sql.ref(column)}) LIKE ${pattern} ESCAPE '\\'`),
  );
  return sql`(${sql.join(tests, sql` OR `)})`;
}

/** The keys of the rows that contain one of the addresses, plain or encoded for a URL's query. */
async function keysWith(reader: Db | Tx, { table, key, columns }: Place, addresses: readonly string[]): Promise<string[]> {
  const query = sql<Record<string, string | null>>`SELECT * FROM ${sql.table(table)} WHERE ${mayMention(columns, addresses)}`;
  const { rows } = await query.execute(reader);
  const mention = mentionOf(addresses);
  const isMentioned = (text: string | null | undefined) => !!text && (mention.test(text) || mention.test(decoded(text)));
  return rows.filter((row) => columns.some((column) => isMentioned(row[column]))).map((row) => row[key] as string);
}

/**
 * The ids of the events of changed emails whose notes name one of the addresses. Such a note names
 * the former and the new address, also once the order has another email.
 */
async function emailNotesWith(reader: Db | Tx, addresses: readonly string[]): Promise<string[]> {
  const ids = await keysWith(reader, places.events, addresses);
  if (ids.length === 0) return [];
  const events = reader.selectFrom("order_event").select("id").where("id", "in", ids).where("kind", "=", "email changed");
  return (await events.execute()).map(({ id }) => id);
}

/** Whether an order's history names an address as an email that the order has or had. */
export const isEmailOfHistory = async (reader: Db | Tx, email: string): Promise<boolean> =>
  email !== "" && (await emailNotesWith(reader, [email])).length > 0;

/**
 * Deletes rows that mention the addresses: jobs in any state except those that move money, counted
 * tries, tokens, unfinished sign-ins, saved views of the staff, and typed forms. Clears the old and
 * new values of audit entries that mention the addresses.
 */
export async function eraseMentions(tx: Tx, addresses: readonly string[], now: number): Promise<void> {
  if (addresses.length === 0) return;
  const { job, audit, events: _, ...others } = places;
  const jobs = await keysWith(tx, job, addresses);
  if (jobs.length > 0) await tx.deleteFrom("job").where("id", "in", jobs).where("kind", "not in", laneKinds.money).execute();
  for (const place of Object.values(others)) {
    const keys = await keysWith(tx, place, addresses);
    if (keys.length > 0)
      await sql`DELETE FROM ${sql.table(place.table)}
        WHERE ${sql.ref(place.key)} IN (${sql.join(keys)}) AND ${mayMention(place.columns, addresses)}`.execute(tx);
  }
  const notes = await emailNotesWith(tx, addresses);
  if (notes.length > 0) await tx.updateTable("order_event").set({ note: "" }).where("id", "in", notes).execute();
  const entries = await keysWith(tx, audit, addresses);
  if (entries.length > 0)
    await tx
      .updateTable("audit_entry")
      .set({ before: null, after: null, erased_at: now })
      .where("id", "in", entries)
      .where("erased_at", "is", null)
      .execute();
}
