import { z } from "zod";
import { mailOwner } from "../../jobs/mail-owner.ts";
import { dollars } from "../../money.ts";
import type { Shop } from "../../shop.ts";
import { paymentEmails } from "../email-templates.ts";
import { findOrphans, type Orphan } from "../queries/orphans.ts";

const ofNotice = z.object({ refs: z.array(z.string()).min(1) });

/** The most authorizations that an email names; the command lists all. */
const maxNamed = 20;

const reasons: Record<Orphan["reason"], string> = {
  ended: "its payment ended here without an order",
  duplicate: "its order was paid by another authorization",
  lost: "made under this shop’s own key, but the payment is not in the database",
  foreign: "not made by this shop",
};

const words: Record<Orphan["state"], string> = {
  reported: "left as it is",
  accepted: "left as it is",
  returning: "being returned",
  voided: "voided",
  refunded: "refunded",
};

/** One authorization without an order in words, for the owner's emails and commands. */
export const orphanText = ({ key, amount, reason, state }: Orphan): string =>
  `${dollars(amount)}, key ${key}: ${reasons[reason]}; ${words[state]}.`;

/** Emails the owner about money at the gateway that paid for no order. */
export async function sendSweepNotice(shop: Shop, payload: unknown, jobId: string): Promise<void> {
  const { refs } = ofNotice.parse(payload);
  const orphans = await findOrphans(shop.db, refs.slice(0, maxNamed));
  await mailOwner(shop, paymentEmails.orphans, {
    messageId: `sweep-notice-${jobId}`,
    facts: { payments: listOf(orphans, refs.length - orphans.length), advice: adviceOn(orphans) },
  });
}

const listOf = (orphans: readonly Orphan[], more: number): string[] => [
  ...orphans.map(orphanText),
  ...(more > 0 ? [`And ${more} more.`] : []),
];

function adviceOn(orphans: readonly Orphan[]): string[] {
  const some = (reason: Orphan["reason"]) => orphans.some((orphan) => orphan.reason === reason);
  return [
    ...(some("lost")
      ? [
          "The database seems to have been restored from a backup: the shop knows nothing of payments that it made itself. Until you confirm this, it returns no money by itself. When you have looked through the payments: npm run store -- sweep --accept",
        ]
      : []),
    ...(some("lost") || some("foreign")
      ? ["The shop leaves payments alone that it does not know. To return one: npm run store -- sweep --refund KEY"]
      : []),
  ];
}
