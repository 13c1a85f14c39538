import type { Request, Response } from "express";
import type { ReaddressPreview } from "../../orders/readdress.ts";
import { isDecision } from "../../orders/rules/decision.ts";
import type { Refusal } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { staffContext } from "../context.ts";
import type { FormBody } from "../forms/body.ts";
import { mailNotice } from "./mail-notice.ts";
import { orderOfPath } from "./order-of-path.ts";
import type { OrderPreview } from "./order-previews.ts";
import { shipToPage, shipToView } from "./ship-to-page.ts";

export type OrderRequest = Request<{ number: string }>;

type ShipToState = {
  refusal?: Refusal | undefined;
  /** the preview of a cancelation or a change of state to which the staff have to agree first */
  preview?: OrderPreview | undefined;
  readdress?: ReaddressPreview | undefined;
  typed?: FormBody | undefined;
};

/** Renders the page that changes an order's shipping address. */
export function shipToScreen({ db, render, config }: Shop) {
  const saved = mailNotice("Saved. The shopper gets an email.", config);
  return async (req: OrderRequest, res: Response, state: ShipToState = {}): Promise<string> => {
    const record = await orderOfPath(db, req);
    const notice = req.query.notice === "saved" ? saved : undefined;
    const seen = record.events.filter(isDecision).length;
    return render(shipToView, shipToPage(staffContext(req, res), record, { seen, notice, typed: req.typed, ...state }));
  };
}
