import type { Answer } from "../../support/browser-of.ts";
import type { TestShop } from "../../support/shop.ts";
import type { Known, RequestFormat, Row } from "./row.ts";

/** A token of the anti-forgery check: its salt is new each time. */
const tokens = /[\w-]{8}-[\w-]{27}(?![\w-])/g;
/** The key of the next press on Pay: new each time as well. */
const formKeys = /"formKey":"[0-9a-f]{32}"/g;
/** The visitor that a browser has once its session ended. */
const visitors = /visitor=[0-9a-f]{32}\.[\w-]{43}/g;
/** What Node and the clock add. */
const varyingHeaders = new Set(["date", "x-request-id", "connection", "keep-alive", "retry-after"]);

/**
 * An answer without what is new each time, and with `ids` under one name: two that tell the same
 * are the same text.
 */
export function normalized({ status, text, headers }: Answer, ids: readonly string[] = []): string {
  const lines = [...headers].filter(([name]) => !varyingHeaders.has(name)).map(([name, value]) => `${name}: ${value}`);
  const whole = [`${status}`, ...lines, text]
    .join("\n")
    .replace(visitors, "visitor=:visitor")
    .replace(tokens, ":token")
    .replace(formKeys, ":form-key")
    .replace(/Expires=[^;]+/g, "Expires");
  return ids.filter((id) => id !== "").reduce((left, id) => left.replaceAll(id, ":id"), whole);
}

/** What of somebody's a requester names, and so may hear again. */
export const idsOf = ({ checkoutId, lineId, orderId, addressId, sessionId, email, orderNumber }: Known): string[] => [
  checkoutId,
  lineId,
  orderId,
  addressId,
  sessionId,
  email,
  String(orderNumber),
];

/** All that somebody alone may read: every text of theirs holds the name, each id is random. */
export const secretsOf = (known: Known): readonly string[] => [`${known.name}-`, `${known.name}@`, ...idsOf(known)];

/** The texts of `secrets` that an answer holds, in its body or its headers. */
export const leakedSecrets = (answer: Answer, secrets: readonly string[]): string[] => {
  const whole = normalized(answer);
  return secrets.filter((secret) => whole.includes(secret));
};

/** The statuses of an answer that is what the route is for. */
export const expectedStatus = ({ yes, method }: Row, format: RequestFormat): number =>
  yes?.[method === "GET" ? "json" : format] ?? (format === "native" && method !== "GET" ? 303 : 200);

/** A form that breaks a rule is 200 in JSON too: it would be no `yes`. */
export const isRefusedForm = ({ text }: Answer): boolean => text.includes('"errors":[{');

/** Leads to the staff's sign-in, which leads back to one of the staff's pages. */
export const isStaffSignIn = ({ status, headers }: Answer): boolean =>
  status === 303 && /^\/staff\/signin\/\?next=%2Fstaff%2F[\w%.:-]*$/.test(headers.get("location") ?? "");

/** Leads to the sign-in, which leads back to a path of this shop. */
export const isSignIn = ({ status, headers }: Answer): boolean =>
  status === 303 && /^\/identity\/signin\/(\?next=%2F[\w%.-]*)?$/.test(headers.get("location") ?? "");

/**
 * All rows of the database that name one of these texts, to be compared with what they are later.
 * Looking at a checkout quotes it.
 */
export async function rowsOf({ shop }: TestShop, secrets: readonly string[]): Promise<string[]> {
  const tables = await shop.db.introspection.getTables();
  const rows = await Promise.all(
    tables
      .filter(({ name }) => !varyingTables.has(name))
      .map(async ({ name }) =>
        (
          await shop.db
            .selectFrom(name as "customer")
            .selectAll()
            .execute()
        ).map((row) => `${name} ${JSON.stringify(row).replace(/"(quote_id|updated_at)":[^,}]+/g, "")}`),
      ),
  );
  return rows
    .flat()
    .filter((row) => secrets.some((secret) => row.includes(secret)))
    .sort();
}

/**
 * What waits for a worker, and what counts tries: they change by themselves, and by asking. A draft
 * is what the asker typed, for the asker.
 */
const varyingTables = new Set(["job", "counted_try", "quote", "form_draft"]);
