import type { Answer } from "../../support/browser-of.ts";
import type { TestShop } from "../../support/shop.ts";
import type { Known, RequestFormat, Row } from "./row.ts";

/** An anti-forgery token: its salt is new each time. */
const tokens = /[\w-]{8}-[\w-]{27}(?![\w-])/g;
/** The key of the next press on Pay: it is new each time. */
const formKeys = /"formKey":"[0-9a-f]{32}"/g;
/** The visitor's cookie that a browser gets after its session ended. */
const visitors = /visitor=[0-9a-f]{32}\.[\w-]{43}/g;
/** The headers that Node and the clock add. */
const varyingHeaders = new Set(["date", "x-request-id", "connection", "keep-alive", "retry-after"]);

/**
 * An answer without the values that are new each time, and with one name for all `ids`. Two answers
 * with the same meaning become the same text.
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

/** The ids that a requester sends, and that an answer may therefore repeat. */
export const idsOf = ({ checkoutId, lineId, orderId, addressId, sessionId, email, orderNumber }: Known): string[] => [
  checkoutId,
  lineId,
  orderId,
  addressId,
  sessionId,
  email,
  String(orderNumber),
];

/** All texts that only one person may read: each contains the person's name or is a random id. */
export const secretsOf = (known: Known): readonly string[] => [`${known.name}-`, `${known.name}@`, ...idsOf(known)];

/** The texts of `secrets` in an answer's body or headers. */
export const leakedSecrets = (answer: Answer, secrets: readonly string[]): string[] => {
  const whole = normalized(answer);
  return secrets.filter((secret) => whole.includes(secret));
};

/**
 * The status that the table expects if the route does for a requester what it is for (`yes` in the
 * row).
 */
export const expectedStatus = ({ yes, method }: Row, format: RequestFormat): number =>
  yes?.[method === "GET" ? "json" : format] ?? (format === "native" && method !== "GET" ? 303 : 200);

/** A form that breaks a rule gets 200 in JSON too, but does not count as `yes`. */
export const isRefusedForm = ({ text }: Answer): boolean => text.includes('"errors":[{');

/** Whether an answer redirects to the staff's sign-in, which leads back to a staff page. */
export const isStaffSignIn = ({ status, headers }: Answer): boolean =>
  status === 303 && /^\/staff\/signin\/\?next=%2Fstaff%2F[\w%.:-]*$/.test(headers.get("location") ?? "");

/** Whether an answer redirects to the sign-in, which leads back to a path of this shop. */
export const isSignIn = ({ status, headers }: Answer): boolean =>
  status === 303 && /^\/identity\/signin\/(\?next=%2F[\w%.-]*)?$/.test(headers.get("location") ?? "");

/**
 * All rows of the database that contain one of these texts, for a later comparison. `quote_id` and
 * `updated_at` are left out, because viewing a checkout writes a quote and so changes them.
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
 * Tables of jobs, counted tries and quotes change by themselves or by requests. A draft holds only
 * the requester's own input.
 */
const varyingTables = new Set(["job", "counted_try", "quote", "form_draft"]);
