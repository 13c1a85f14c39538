import { z } from "zod";
import { composeEmail } from "../jobs/compose-email.ts";
import type { RunningJob } from "../jobs/run-job.ts";
import type { Shop } from "../shop.ts";
import { changeEmails } from "./change-email-templates.ts";

const ofMove = z.object({ number: z.int(), to: z.string() });

/** Tells the former address of an order that its emails go elsewhere now. */
export async function sendMovedEmail(shop: Shop, payload: unknown, { subject: event }: RunningJob): Promise<void> {
  const { number, to } = ofMove.parse(payload);
  const messageId = `email-moved-${event}`;
  await shop.mail.send(await composeEmail(shop, changeEmails.emailMoved, { to, messageId, facts: { order: `${number}` } }));
}
