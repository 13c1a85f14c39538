import type { Db } from "../db/tables.ts";
import { mailOwner } from "../jobs/mail-owner.ts";
import type { EmailTemplate } from "../jobs/rules/email-template.ts";
import type { RunningJob } from "../jobs/run-job.ts";
import type { Shop } from "../shop.ts";
import { afterSaleOf } from "./after-sale.ts";
import type { Order } from "./find.ts";
import { findOrderRow } from "./queries.ts";
import { returnNotice } from "./return-email-templates.ts";
import type { ReturnRequest } from "./return-requests.ts";

/** The lines of a text that are not blank. */
export const paragraphsOf = (text: string): string[] => text.split("\n").filter((line) => line.trim() !== "");

const unitsText = ({ lines }: ReturnRequest): string => lines.map(({ name, units }) => `${units} × ${name}`).join("; ");

/** The return request that this history event requested or decided. */
async function requestOfEvent(db: Db, orderId: string, event: string): Promise<ReturnRequest | undefined> {
  const { requests } = await afterSaleOf(db, orderId);
  return requests.find(({ askedEvent, decidedEvent }) => event === askedEvent || event === decidedEvent);
}

type ReturnFact = "order" | "products" | "reason" | "answer";

/** The email to the shopper about a requested or decided return; undefined if there is none. */
export async function returnEmail(
  db: Db,
  { id, number }: Order,
  event: string,
  template: EmailTemplate<Exclude<ReturnFact, "answer" | "reason">> | EmailTemplate<Exclude<ReturnFact, "reason">>,
) {
  const request = await requestOfEvent(db, id, event);
  const answer = request ? paragraphsOf(request.answer) : [];
  return request && { id: `return-${event}`, template, facts: { order: `${number}`, products: unitsText(request), answer } };
}

/**
 * Asks the owner by email to decide about a return. The page Today counts the order in any case.
 */
export async function sendOwnerReturnEmail(
  shop: Shop,
  orderId: string,
  { subject: event, request_id: requestId }: RunningJob,
): Promise<void> {
  const order = await findOrderRow(shop.db, orderId);
  const request = await requestOfEvent(shop.db, orderId, event);
  if (!order || request?.status !== "asked") return;
  const facts = {
    order: `${order.number}`,
    products: unitsText(request),
    reason: request.reason === "" ? ["none given"] : paragraphsOf(request.reason),
    request: requestId ?? "",
  };
  const messageId = `return-notice-${event}`;
  await mailOwner(shop, returnNotice, { messageId, facts });
}
