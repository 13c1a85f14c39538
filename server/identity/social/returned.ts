import { createHmac, timingSafeEqual } from "node:crypto";
import { normaliseEmail } from "../../customers/rules/email.ts";
import type { Db, Tx } from "../../db/tables.ts";
import { type AccountRow, findAccount, findAccountByEmail } from "../queries.ts";
import { consumeReturnRow, findLink, findReturnRow, type SocialReturnRow } from "./queries.ts";

/** How long who came back waits to be let in; ms. */
export const fiveMinutes = 5 * 60_000;

/**
 * The token of a social return: it stands in the page, and is worth a session in this browser once
 * `new_user` has found or made the customer.
 */
export const returnToken = (secret: string, { token_id }: Pick<SocialReturnRow, "token_id">): string =>
  createHmac("sha256", secret).update(`social-return:${token_id}`).digest("base64url");

/**
 * Spends the token of who came back to this browser; the customer and when they came, or undefined
 * when it is another, too old, used or not settled yet.
 */
export async function consumeReturn(
  tx: Tx,
  { secret, token, visitor, now }: { secret: string; token: string; visitor: string; now: number },
): Promise<{ customerId: string; at: number } | undefined> {
  const row = await findReturnRow(tx, visitor, now);
  if (!row?.customer_id) return undefined;
  const [right, given] = [Buffer.from(returnToken(secret, row)), Buffer.from(token)];
  if (right.length !== given.length || !timingSafeEqual(right, given)) return undefined;
  const spent = await consumeReturnRow(tx, row.token_id, now);
  return spent ? { customerId: row.customer_id, at: row.expires_at - fiveMinutes } : undefined;
}

/** What an account that came back is to the shop. */
type ReturnStatus =
  | { kind: "linked" | "same-mail" | "asked"; account: AccountRow }
  | { kind: "new"; account?: undefined }
  | { kind: "closed"; account?: undefined };

/**
 * A linked account opens its customer's. Else the customer with the same mail is it when both sides
 * know the mail as verified; otherwise the password is asked for, since whoever typed that mail
 * first may be somebody else (decisions §5). Disabled customers stay outside.
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
