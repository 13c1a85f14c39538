import { composeEmail } from "../jobs/compose-email.ts";
import type { Shop } from "../shop.ts";
import { findFormerEmail } from "./queries/former-emails.ts";
import { findByEmail } from "./queries.ts";
import { createUndoLink, type UndoKind, undoTimes } from "./undo.ts";

type Undoable = { customerId: string; email: string; until: number };
/** Of a job that the last release enqueued, which knew nothing to undo. */
type MaybeUndoable = Pick<Undoable, "email"> & { customerId?: string | undefined; until?: number | undefined };

const linkFor = (shop: Shop, kind: UndoKind, undoable: Undoable): Promise<string> =>
  createUndoLink({ db: shop.db, publicUrl: shop.config.publicUrl, now: shop.now() }, { kind, ...undoable });

/** Tells an old address of a change that was asked for, or made, with the link that undoes it for seven days. */
export async function mailEmailChange(
  shop: Shop,
  { customerId, email, next, made }: MaybeUndoable & { next: string; made: boolean },
  messageId: string,
): Promise<void> {
  const until = shop.now() + undoTimes["undo-email"];
  const said = made
    ? [`Your account’s email address is now ${next}, and all devices were signed out.`]
    : [
        `Someone asked to change your account’s email address to ${next}.`,
        "All devices were signed out. Keep signing in with this address until the link we sent to the new one is opened.",
      ];
  await shop.mail.send(
    composeEmail(shop, email, messageId, {
      title: made ? "Your email address was changed" : "Your email address is changing",
      paragraphs: [...said, "If this wasn’t you, keep this address and choose a new password right away."],
      ...(customerId !== undefined && {
        action: { label: "Keep this address", href: await linkFor(shop, "undo-email", { customerId, email, until }) },
        small: "The link works once, for seven days, also after the change.",
      }),
    }),
  );
}

/** Tells the holder of a disabled account, with the link that opens it again until it is erased. */
export async function mailDisabled(shop: Shop, { customerId, email, until }: MaybeUndoable, messageId: string): Promise<void> {
  const title = "Your account was disabled";
  if (customerId === undefined || until === undefined) {
    const paragraphs = ["Your account was disabled, as requested in its settings, and its personal data was removed."];
    return await shop.mail.send(composeEmail(shop, email, messageId, { title, paragraphs }));
  }
  await shop.mail.send(
    composeEmail(shop, email, messageId, {
      title,
      paragraphs: [
        "Your account was disabled, as requested in its settings. Nobody can sign in to it.",
        `Its personal data will be removed on ${shop.dates.day(until).text}. Orders you placed stay in our records and will ship as usual.`,
        "If this wasn’t you, open your account again and choose a new password right away.",
      ],
      action: { label: "Open my account again", href: await linkFor(shop, "undo-disable", { customerId, email, until }) },
      small: "The link works once, until that day.",
    }),
  );
}

/**
 * For an address whose password was to be reset: where its account is disabled, or has left it,
 * another link that undoes that, since the first may have been deleted by who did it. True when one
 * was sent.
 */
export async function mailUndoAgain(shop: Shop, emailNorm: string, messageId: string): Promise<boolean> {
  const [account, former] = [await findByEmail(shop.db, emailNorm), await findFormerEmail(shop.db, emailNorm, shop.now())];
  if (account && account.disabled_at === null) return false;
  const until = account ? (account.disabled_at ?? 0) + undoTimes["undo-disable"] : former?.until;
  if (until === undefined || until <= shop.now()) return false;
  const [kind, customerId, email] = account
    ? (["undo-disable", account.id, account.email] as const)
    : (["undo-email", former?.customer_id ?? "", former?.email ?? ""] as const);
  const change = kind === "undo-email" ? "This is no longer your account’s email address." : "Your account was disabled.";
  await shop.mail.send(
    composeEmail(shop, email, messageId, {
      title: "Open your account again",
      paragraphs: [
        "Someone asked to reset the password for your account.",
        `${change} The link below undoes that, with a new password.`,
      ],
      action: { label: "Undo the change", href: await linkFor(shop, kind, { customerId, email, until }) },
      small: "If this wasn’t you, nothing has changed.",
    }),
  );
  return true;
}
