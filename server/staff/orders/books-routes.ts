import type { RequestHandler } from "express";
import { ok } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { RefusedPage } from "../../web/respond.ts";
import { type Routes, routes, screenRoute } from "../../web/routes.ts";
import { readState } from "../lists/address.ts";
import { sendCsv } from "../lists/send-csv.ts";
import { staffBooksFilePath } from "../paths.ts";
import { type StaffParts, staffScreen } from "../sign-in/require-staff.ts";
import { writeBooks } from "./books-file.ts";
import { orderList } from "./order-list.ts";

/** The route of the files for a bookkeeper, with the filters of the list of orders. */
export function booksRoutes({ db, dates, now }: Shop, parts: StaffParts): Routes {
  const file: RequestHandler = async (req, res) => {
    const context = { db, dates, now: now() };
    const { values, sort } = readState(orderList, req.query);
    const filters = values as Parameters<typeof orderList.search>[0];
    const checked = orderList.check?.(filters) ?? ok(filters);
    if (!checked.ok) throw new RefusedPage(checked);
    const rows = req.query.rows === "lines" ? "lines" : "orders";
    const search = { ...orderList.search(filters, context), oldestFirst: sort === "oldest" };
    await sendCsv(res, `books-by-${rows === "lines" ? "line" : "order"}.csv`, (write) =>
      writeBooks(context, search, rows, write),
    );
  };
  return routes(screenRoute(staffBooksFilePath, staffScreen(parts, "orders:read"), file));
}
