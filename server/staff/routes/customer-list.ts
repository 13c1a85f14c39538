import type { RequestHandler } from "express";
import { searchCustomers } from "../../customers/list.ts";
import { newestOrderWith, ordersOfCustomers } from "../../orders/list.ts";
import type { Shop } from "../../shop.ts";
import { sendPage } from "../../web/respond.ts";
import { type Routes, routes, screenRoute } from "../../web/routes.ts";
import { guestKey, type StaffCustomer } from "../customer.ts";
import { type CustomersQuery, customersQueryOf } from "../customer-query.ts";
import { findStaffCustomer } from "../customers.ts";
import { type CustomerItem, customerCells, customersPage, customersView } from "../pages/customer-list.ts";
import { staffCustomersFilePath, staffCustomersPath } from "../paths.ts";
import { type StaffParts, staffOf, staffScreen } from "../require-staff.ts";
import { customerColumns } from "../rules/customer-columns.ts";
import { shownColumns } from "../rules/list-columns.ts";
import { listViews } from "../saved-views.ts";
import { deskOf } from "./desk.ts";
import { sendListFile } from "./list-file.ts";

const pageSize = 50;
/** The most customers of one file. */
const mostInFile = 500_000;

/** Routes of the list of customers, on a page and as a file. */
export function customerListRoutes({ render, db, dates }: Shop, parts: StaffParts): Routes {
  const reading = staffScreen(parts, "customers:read");

  /** Orders are counted only if their column is shown. */
  const itemsOf = async (query: CustomersQuery, limit: number): Promise<CustomerItem[]> => {
    const customers = await searchCustomers(db, query.q.toLowerCase(), query, limit);
    const shown = shownColumns(customerColumns, query.columns);
    const ids = shown.includes("orders") || shown.includes("lastOrder") ? customers.map(({ id }) => id) : [];
    const orders = await ordersOfCustomers(db, ids);
    return customers.map((customer) => ({ ...customer, orders: orders.get(customer.id) }));
  };
  const guestOf = async (q: string): Promise<StaffCustomer | undefined> => {
    const number = q.includes("@") ? await newestOrderWith(db, q.toLowerCase()) : undefined;
    const guest = number === undefined ? undefined : await findStaffCustomer(db, guestKey(number));
    return guest?.account === undefined ? guest : undefined;
  };

  const list: RequestHandler = async (req, res) => {
    const query = customersQueryOf(req.query);
    const found = await itemsOf(query, pageSize + 1);
    const customers = found.slice(0, pageSize);
    const shown = {
      ...{ query, customers, guest: await guestOf(query.q) },
      next: found.length > pageSize ? customers.at(-1)?.id : undefined,
      wasErased: req.query.notice === "erased",
      views: await listViews(db, staffOf(req).staffId, "customers"),
    };
    sendPage(res, render(customersView, customersPage(deskOf(req, res), dates, shown)));
  };

  const file: RequestHandler = async (req, res) => {
    const query = customersQueryOf(req.query);
    await sendListFile(res, dates, {
      ...{ name: "customers.csv", columns: customerColumns, chosen: query.columns, most: mostInFile },
      read: (after: string | undefined, limit) => itemsOf({ ...query, after }, limit),
      mark: ({ id }) => id,
      cells: (customer) => customerCells(customer, dates),
    });
  };

  return routes(screenRoute(staffCustomersPath, reading, list), screenRoute(staffCustomersFilePath, reading, file));
}
