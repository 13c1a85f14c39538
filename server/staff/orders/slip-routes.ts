import type { Request, RequestHandler } from "express";
import { orderOfNumber, searchOrders } from "../../orders/list.ts";
import { findOrderRecord, type OrderRecord } from "../../orders/record.ts";
import { notFound } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { RefusedPage, sendPage } from "../../web/respond.ts";
import { type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffContext } from "../context.ts";
import { selected } from "../lists/selection.ts";
import { staffInvoicePath, staffSlipPath, staffSlipsPath } from "../paths.ts";
import { type StaffParts, staffScreen } from "../sign-in/require-staff.ts";
import { orderList } from "./order-list.ts";
import { orderSkus } from "./order-skus.ts";
import { invoicePage, invoiceView, slipsPage, slipsView } from "./slips-page.ts";

/** The most slips on one page. */
const mostSlips = 100;

/** Routes of packing slips and invoices, for the printer. */
export function slipRoutes({ db, dates, now, render, config, settings }: Shop, parts: StaffParts): Routes {
  const reading = staffScreen(parts, "orders:read");

  const recordOf = async (number: string): Promise<OrderRecord | undefined> => {
    const id = /^\d{1,9}$/.test(number) ? await orderOfNumber(db, Number(number)) : undefined;
    return id === undefined ? undefined : await findOrderRecord(db, id);
  };
  const theRecord = async ({ params }: Request<{ number: string }>): Promise<OrderRecord> => {
    const record = await recordOf(params.number);
    if (!record) throw new RefusedPage(notFound);
    return record;
  };

  const slip: RequestHandler<{ number: string }> = async (req, res) => {
    const n = Number(req.query.shipment);
    const record = await theRecord(req);
    const page = slipsPage(staffContext(req as Request, res), dates, {
      records: [record],
      skus: await orderSkus(db, record),
      shopName: settings.current().storeName,
      n: Number.isInteger(n) && n > 0 ? n : undefined,
    });
    sendPage(res, render(slipsView, page));
  };
  const slips: RequestHandler = async (req, res) => {
    const byHand = [...new Set([req.query.order].flat().filter((each): each is string => typeof each === "string"))];
    const search = req.query.all === "1" ? selected(orderList, req.query, { db, dates, now: now() }) : undefined;
    const oldestFirst = req.query.sort === "oldest";
    const matching =
      search && (await searchOrders(db, { ...search, oldestFirst }, mostSlips)).map(({ number }) => String(number));
    const numbers = matching ?? byHand;
    const records: OrderRecord[] = [];
    const skus = new Map<string, string>();
    for (const number of numbers.slice(0, mostSlips)) {
      const record = await recordOf(number);
      if (!record) continue;
      records.push(record);
      for (const [id, sku] of await orderSkus(db, record)) skus.set(id, sku);
    }
    sendPage(
      res,
      render(slipsView, slipsPage(staffContext(req, res), dates, { records, skus, shopName: settings.current().storeName })),
    );
  };
  /** The seller's lines, as the owner has set them. */
  const seller = (): string[] => {
    const { storeName, contactAddress, contactEmail, contactPhone, invoiceLegal } = settings.current();
    const lines = [
      storeName,
      ...contactAddress.split("\n"),
      contactEmail,
      contactPhone,
      config.publicUrl,
      ...invoiceLegal.split("\n"),
    ];
    return lines.filter((line) => line !== "");
  };
  const invoice: RequestHandler<{ number: string }> = async (req, res) => {
    const page = invoicePage(staffContext(req as Request, res), dates, await theRecord(req), seller());
    sendPage(res, render(invoiceView, page));
  };

  return routes(
    screenRoute(staffSlipsPath, reading, slips),
    screenRoute(staffSlipPath(":number"), reading, slip),
    screenRoute(staffInvoicePath(":number"), reading, invoice),
  );
}
