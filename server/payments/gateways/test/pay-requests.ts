import type { IncomingMessage, ServerResponse } from "node:http";
import { tidyCard } from "../../rules/card.ts";
import { CardData } from "../card-data.ts";
import type { ResponseFault } from "./faults.ts";
import type { GatewayService } from "./gateway-service.ts";
import type { PayPage } from "./page-store.ts";
import { pageState, payPath } from "./pages.ts";
import { cardPage, declineText, endPage, payPolicy } from "./pay-page.ts";
import { readText } from "./read-text.ts";
import type { TransactionStore } from "./transaction-store.ts";

type PageReply = { status: number; html: string; location?: string; policy?: string; spoil?: ResponseFault | undefined };

/** The parts of the test gateway that a page needs. */
export type PayRequests = { store: TransactionStore; service: GatewayService; clock: () => number };

/** Answers a browser on a payment's page. A paid page leads back to the shop. */
export async function payReply(req: IncomingMessage, { store, service, clock }: PayRequests): Promise<PageReply> {
  const page = store.pages.byId((req.url ?? "").slice(payPath.length));
  if (!page) return { status: 404, html: endPage("Page not found", "There is no payment at this address.") };
  const card = req.method === "POST" ? cardIn((await readText(req)) ?? "") : undefined;
  const state = pageState(store, page, clock());
  if (state === "paid") return returning(page);
  if (state === "closed") return closed(page);
  return card ? paying(service, page, card) : { ...shown(page), html: cardPage(page) };
}

/** Pays, and answers the browser as the fault of the card says. */
function paying(service: GatewayService, page: PayPage, card: CardData): PageReply {
  const { status, spoil, declined } = service.pay(page, card.reveal());
  const decline = declined ?? (spoil === "declined" ? "card_declined" : undefined);
  if (decline) return { ...shown(page), status: 422, html: cardPage(page, declineText(decline)), spoil };
  if (status === 409) return closed(page);
  return { ...(status === 200 ? returning(page) : failed), spoil };
}

const shown = ({ returnUrl }: PayPage) => ({ status: 200, policy: payPolicy(returnUrl) });

const returning = ({ returnUrl }: PayPage): PageReply => ({ status: 303, html: "", location: returnUrl });

const closed = (page: PayPage): PageReply => ({
  ...shown(page),
  status: 410,
  html: endPage("This page has expired", "Nothing was paid here.", page.cancelUrl),
});

const failed: PageReply = { status: 500, html: endPage("Something went wrong", "Please try again.") };

function cardIn(form: string): CardData {
  const fields = new URLSearchParams(form);
  const typed = (name: string) => fields.get(name) ?? "";
  return new CardData(
    tidyCard({
      cardNumber: typed("cardNumber"),
      expirationDate: typed("expirationDate"),
      securityCode: typed("securityCode"),
      cardName: typed("cardName"),
    }),
  );
}

/** Sends a page. A fault of the card cuts, delays or replaces the answer to the browser. */
export function sendPage(res: ServerResponse, reply: PageReply, slowMs: number): void {
  if (reply.spoil === "reset") res.socket?.resetAndDestroy();
  else if (reply.spoil === "slow") setTimeout(() => send(res, reply), slowMs).unref();
  else send(res, reply.spoil && reply.spoil !== "declined" ? failed : reply);
}

function send(res: ServerResponse, { status, html, location, policy = payPolicy() }: PageReply): void {
  res.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "content-length": Buffer.byteLength(html),
    "content-security-policy": policy,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    ...(location && { location }),
  });
  res.end(html);
}
