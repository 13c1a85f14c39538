import { normaliseEmail } from "../../customers/rules/email.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { retention } from "../../retention.ts";
import { isSigned, sign } from "../../secrets.ts";
import { type AccountRow, findAccount, findAccountByEmail } from "../queries.ts";
import { consumeReturnRow, findLink, findReturnRows, type SocialReturnRow } from "./queries.ts";

/** How long a return is valid; ms. */
export const returnLife = retention.socialSignIn;

/**
 * The token of a social return, which the page after the return contains. With the cookie of the
 * return's flow, the token can be exchanged for a session once `new_user` has found or created the
 * customer.
 */
export const returnToken = (secret: string, row: Pick<SocialReturnRow, "token_id">): string => sign(secret, signedText(row));

const signedText = ({ token_id }: Pick<SocialReturnRow, "token_id">): string => `social-return:${token_id}`;

const isToken = (secret: string, row: SocialReturnRow, token: string): boolean => isSigned(secret, signedText(row), token);

/**
 * Uses the token of a return of these flows. Returns the customer, the time of the return, and the
 * provider's label. Undefined if the token belongs to none of these flows, is expired or was used
 * before, or if the return has no customer yet.
 */
export async function consumeReturn(
  tx: Tx,
  { secret, token, flows, now }: { secret: string; token: string; flows: readonly string[]; now: number },
): Promise<{ customerId: string; at: number; way: string } | undefined> {
  const row = (await findReturnRows(tx, flows, now)).find((each) => isToken(secret, each, token));
  if (!row?.customer_id) return undefined;
  const spent = await consumeReturnRow(tx, row.token_id, now);
  return spent ? { customerId: row.customer_id, at: row.expires_at - returnLife, way: row.label } : undefined;
}

type SoughtReturn = {
  flows: readonly string[];
  subject?: string | undefined;
  /** the token of the page that asks, if it sends one */
  token?: string | undefined;
  now: number;
};

/**
 * Finds the return that a page is about. Only returns of these flows count, and only those of
 * `subject` if it is given. The return with the given token is preferred, then the latest unused
 * return, then the latest used one.
 */
export async function findReturn(
  reader: Db | Tx,
  secret: string,
  { flows, subject, token, now }: SoughtReturn,
): Promise<SocialReturnRow | undefined> {
  const all = await findReturnRows(reader, flows, now);
  const rows = subject === undefined ? all : all.filter((row) => row.subject === subject);
  const own = token === undefined ? undefined : rows.find((row) => isToken(secret, row, token));
  return own ?? rows.find(({ spent_at }) => spent_at === null) ?? rows[0];
}

/** The customer to whom an account at a provider leads. */
type ReturnStatus =
  | { kind: "linked" | "same-mail" | "asked"; account: AccountRow }
  | { kind: "new"; account?: undefined }
  | { kind: "closed"; account?: undefined };

/**
 * A linked account belongs to its customer. An unlinked account belongs to the customer with the
 * same email if the provider and the shop have both verified the email. Otherwise the password is
 * required, since somebody else may have registered that email first. Disabled customers are
 * refused.
 */
export async function returnStatus(reader: Db | Tx, row: SocialReturnRow, demo: boolean): Promise<ReturnStatus> {
  const link = await findLink(reader, row.provider, row.subject);
  const account = link
    ? await findAccount(reader, link.customer_id)
    : await findAccountByEmail(reader, normaliseEmail(row.email));
  if (!account) return link ? { kind: "closed" } : { kind: "new" };
  if (account.disabled_at !== null || (account.demo === 1 && !demo)) return { kind: "closed" };
  if (link) return { kind: "linked", account };
  const bothVerified = row.email_verified === 1 && account.email_verified === 1;
  return { kind: bothVerified ? "same-mail" : "asked", account };
}
