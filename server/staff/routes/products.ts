import type { RequestHandler } from "express";
import { allCategories } from "../../catalog/categories.ts";
import { countProducts, searchProducts } from "../../catalog/product-list.ts";
import type { Shop } from "../../shop.ts";
import { csvLine } from "../../transfer/rules/export/csv.ts";
import { sendPage } from "../../web/respond.ts";
import { type Routes, routes, screenRoute } from "../../web/routes.ts";
import { productRow, productsPage } from "../pages/products.ts";
import { staffProductsFilePath, staffProductsPath } from "../paths.ts";
import { productSearchOf, productsQueryOf } from "../product-query.ts";
import { type StaffParts, staffScreen } from "../require-staff.ts";
import { deskOf } from "./desk.ts";

const pageSize = 50;
/** Beyond it the list says “more than”: counting all would read them all. */
const mostCounted = 1000;
const inBatch = 500;
/** Of one file. */
const mostInFile = 500_000;

/** The list of products, and the same as a file. */
export function productListRoutes({ render, db, dates, now }: Shop, parts: StaffParts): Routes {
  const reading = staffScreen(parts, { area: "products", access: "read" });

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
      upTo: now(),
      notice: req.query.notice === "unselected" ? "Select products first, or all that match." : undefined,
    };
    sendPage(res, render("staff/products", productsPage(deskOf(req, res), dates, shown)));
  };

  /** Written as it is read: a large shop's file is never whole in memory. */
  const file: RequestHandler = async (req, res) => {
    const query = productsQueryOf(req.query);
    res.set({ "Content-Type": "text/csv; charset=utf-8", "Content-Disposition": 'attachment; filename="products.csv"' });
    res.write(
      csvLine(["Address", "Name", "Brand", "Category", "State", "Label", "Premium", "Price", "Variants", "In stock", "Changed"]),
    );
    let after = query.after;
    for (let written = 0; written < mostInFile && !res.destroyed; written += inBatch) {
      const products = await searchProducts(db, productSearchOf(query), { sort: query.sort, after }, inBatch);
      for (const product of products) {
        const { slug, name, brand, category, state, label, premium, price, variants, changed } = productRow(product, dates);
        const figures = [String(variants), String(product.left), changed.iso];
        res.write(csvLine([slug, name, brand, category, state, label, premium ? "yes" : "no", price, ...figures]));
      }
      after = products.at(-1)?.id;
      if (products.length < inBatch) break;
    }
    res.end();
  };

  return routes(screenRoute(staffProductsPath, reading, list), screenRoute(staffProductsFilePath, reading, file));
}
