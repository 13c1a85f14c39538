import type { Request, RequestHandler } from "express";
import { orderOfNumber, searchOrders } from "../../orders/list.ts";
import { findOrderRecord, type OrderRecord } from "../../orders/record.ts";
import { notFound } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { RefusedPage, sendPage } from "../../web/respond.ts";
import { type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffContext } from "../context.ts";
import { selected } from "../lists/selection.ts";
import { staffInvoicePath, staffPicksPath, staffSlipPath, staffSlipsPath } from "../paths.ts";
import { type StaffParts, staffScreen } from "../sign-in/require-staff.ts";
import { orderList } from "./order-list.ts";
import { orderSkus } from "./order-skus.ts";
import { pickListOf } from "./pick-list.ts";
import { pickPage, pickView } from "./pick-page.ts";
import { invoicePage, invoiceView, slipsPage, slipsView } from "./slips-page.ts";

/** The most orders on one page of slips, or of what to pick. */
const mostOrders = 500;

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
  /** The numbers of the selected orders, and a warning if there are more than one page has. */
  const selectedNumbers = async (req: Request): Promise<{ numbers: number[]; cut: string | undefined }> => {
    const byHand = [...new Set([req.query.order].flat().map(Number))].filter(
      (number) => Number.isSafeInteger(number) && number > 0,
    );
    const search = req.query.all === "1" ? selected(orderList, req.query, { db, dates, now: now() }) : undefined;
    const oldestFirst = req.query.sort === "oldest";
    const matching = search && (await searchOrders(db, { ...search, oldestFirst }, mostOrders + 1)).map(({ number }) => number);
    const numbers = matching ?? byHand;
    const cut = numbers.length > mostOrders ? `These are the first ${mostOrders} of the selected orders.` : undefined;
    return { numbers: numbers.slice(0, mostOrders), cut };
  };

  const slips: RequestHandler = async (req, res) => {
    const { numbers, cut } = await selectedNumbers(req);
    const records: OrderRecord[] = [];
    const skus = new Map<string, string>();
    for (const number of numbers) {
      const record = await recordOf(String(number));
      if (!record) continue;
      records.push(record);
      for (const [id, sku] of await orderSkus(db, record)) skus.set(id, sku);
    }
    const input = { records, skus, cut, shopName: settings.current().storeName };
    sendPage(res, render(slipsView, slipsPage(staffContext(req, res), dates, input)));
  };
  const picks: RequestHandler = async (req, res) => {
    const { numbers, cut } = await selectedNumbers(req);
    sendPage(res, render(pickView, pickPage(staffContext(req, res), await pickListOf(db, numbers), cut)));
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
    screenRoute(staffPicksPath, reading, picks),
    screenRoute(staffSlipPath(":number"), reading, slip),
    screenRoute(staffInvoicePath(":number"), reading, invoice),
  );
}
