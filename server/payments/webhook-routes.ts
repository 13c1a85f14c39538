import express, { type RequestHandler } from "express";
import { transact } from "../db/transaction.ts";
import { ok, refuse } from "../outcome.ts";
import type { Shop } from "../shop.ts";
import { respond } from "../web/respond.ts";
import { callRoute, type Routes, routes } from "../web/routes.ts";
import { paymentCalls } from "./calls.ts";
import { recordEvent, wake } from "./queries/gateway-events.ts";

const unsigned = refuse("not_found", "This is not a signed webhook of this shop’s payment gateway.");

/**
 * Takes the gateway's webhooks. Anybody may send them, so that only the signature of the raw body
 * counts. A webhook books nothing: an undecided payment at the gateway is looked up at once. An
 * event that came before does nothing.
 */
export function webhookRoutes({ db, now, gateway, config }: Shop): Routes {
  const webhook: RequestHandler<{ adapter: string }> = async (req, res) => {
    const isOurs = req.params.adapter === config.gateway?.adapter;
    const event = isOurs && Buffer.isBuffer(req.body) ? gateway.webhook?.(req.body, (name) => req.get(name)) : undefined;
    if (!event) return await respond(req, res, unsigned);
    await transact(db, async (tx) => {
      if (await recordEvent(tx, { adapter: req.params.adapter, event_id: event.eventId, at: now() })) await wake(tx, event);
    });
    await respond(req, res, ok({}), { data: () => ({}) });
  };
  return routes(callRoute(paymentCalls.receiveWebhook, express.raw({ limit: "64kb", type: () => true }), webhook));
}
