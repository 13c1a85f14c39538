import type { RequestHandler } from "express";
import { allCategories } from "../../catalog/categories.ts";
import { countProducts, searchProducts } from "../../catalog/product-list.ts";
import type { Shop } from "../../shop.ts";
import { sendPage } from "../../web/respond.ts";
import { type Routes, routes, screenRoute } from "../../web/routes.ts";
import { productCells, productsPage, productsView } from "../pages/products.ts";
import { staffProductsFilePath, staffProductsPath } from "../paths.ts";
import { productSearchOf, productsQueryOf } from "../product-query.ts";
import { type StaffParts, staffOf, staffScreen } from "../require-staff.ts";
import { shownColumns } from "../rules/list-columns.ts";
import { productColumns } from "../rules/product-columns.ts";
import { listViews } from "../saved-views.ts";
import { deskOf } from "./desk.ts";
import { sendListFile } from "./list-file.ts";

const pageSize = 50;
/** Beyond this number the list says “more than”: counting all would read them all. */
const mostCounted = 1000;
/** The most products of one file. */
const mostInFile = 500_000;

/** Routes of the list of products, on a page and as a file. */
export function productListRoutes({ render, db, dates, now }: Shop, parts: StaffParts): Routes {
  const reading = staffScreen(parts, "products:read");

  const list: RequestHandler = async (req, res) => {
    const query = productsQueryOf(req.query);
    const found = await searchProducts(db, productSearchOf(query), query, pageSize + 1);
    const products = found.slice(0, pageSize);
    const isAll = query.after === undefined && found.length <= pageSize;
    const count = isAll ? found.length : await countProducts(db, productSearchOf(query), mostCounted + 1);
    const shown = {
      ...{ query, products, categories: await allCategories(db) },
      ...{ count: Math.min(count, mostCounted), isCapped: count > mostCounted },
      next: found.length > pageSize ? products.at(-1)?.id : undefined,
      views: await listViews(db, staffOf(req).staffId, "products"),
      upTo: now(),
      notice: req.query.notice === "unselected" ? "Select products first, or all that match." : undefined,
    };
    sendPage(res, render(productsView, productsPage(deskOf(req, res), dates, shown)));
  };

  const file: RequestHandler = async (req, res) => {
    const query = productsQueryOf(req.query);
    const search = productSearchOf(query);
    const shown = shownColumns(productColumns, query.columns);
    await sendListFile(res, dates, {
      ...{ name: "products.csv", columns: productColumns, chosen: query.columns, most: mostInFile },
      read: (after: string | undefined, limit) => searchProducts(db, search, { sort: query.sort, after }, limit),
      mark: ({ id }) => id,
      cells: (product) => productCells(product, dates, shown),
    });
  };

  return routes(screenRoute(staffProductsPath, reading, list), screenRoute(staffProductsFilePath, reading, file));
}
