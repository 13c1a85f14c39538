import { composeEmail } from "../jobs/compose-email.ts";
import type { Shop } from "../shop.ts";
import { customerEmails } from "./email-templates.ts";
import { findFormerEmail } from "./queries/former-emails.ts";
import { findByEmail } from "./queries.ts";
import { createUndoLink, type UndoKind, undoTimes } from "./undo.ts";

type Undoable = { customerId: string; email: string; until: number };

const linkFor = (shop: Shop, kind: UndoKind, undoable: Undoable): Promise<string> =>
  createUndoLink({ db: shop.db, publicUrl: shop.config.publicUrl, now: shop.now() }, { kind, ...undoable });

/**
 * Informs the old address of a requested or completed change of email, with a link that undoes the
 * change for seven days.
 */
export async function mailEmailChange(
  shop: Shop,
  { customerId, email, next, made }: Omit<Undoable, "until"> & { next: string; made: boolean },
  messageId: string,
): Promise<void> {
  const template = made ? customerEmails.addressChanged : customerEmails.addressChanging;
  const facts = { "new address": next };
  const until = shop.now() + undoTimes["undo-email"];
  const link = { href: await linkFor(shop, "undo-email", { customerId, email, until }) };
  await shop.mail.send(await composeEmail(shop, template, { to: email, messageId, facts, link }));
}

/**
 * Informs the holder of a disabled account, with a link that opens the account until it is erased.
 */
export async function mailDisabled(shop: Shop, { customerId, email, until }: Undoable, messageId: string): Promise<void> {
  await shop.mail.send(
    await composeEmail(shop, customerEmails.disabled, {
      to: email,
      messageId,
      facts: { day: shop.dates.day(until).text },
      link: { href: await linkFor(shop, "undo-disable", { customerId, email, until }) },
    }),
  );
}

/**
 * Mails a new undo link to an address for which a password reset was requested, if its account is
 * disabled or now has another address. The person who made the change may have deleted the first
 * link. True if a link was sent.
 */
export async function mailUndoAgain(shop: Shop, emailNorm: string, messageId: string): Promise<boolean> {
  const account = await findByEmail(shop.db, emailNorm);
  const former = await findFormerEmail(shop.db, emailNorm, shop.now());
  if (account && account.disabled_at === null) return false;
  const until = account ? (account.disabled_at ?? 0) + undoTimes["undo-disable"] : former?.until;
  if (until === undefined || until <= shop.now()) return false;
  const [kind, customerId, email] = account
    ? (["undo-disable", account.id, account.email] as const)
    : (["undo-email", former?.customer_id ?? "", former?.email ?? ""] as const);
  const change = kind === "undo-email" ? "This is no longer your account’s email address." : "Your account was disabled.";
  const link = { href: await linkFor(shop, kind, { customerId, email, until }) };
  await shop.mail.send(await composeEmail(shop, customerEmails.openAgain, { to: email, messageId, facts: { change }, link }));
  return true;
}
