import type { Request, RequestHandler } from "express";
import { allCategories } from "../../catalog/categories.ts";
import { countProducts, type ProductSearch, searchProducts } from "../../catalog/product-list.ts";
import { isLabel } from "../../catalog/rules/labels.ts";
import type { Shop } from "../../shop.ts";
import { csvLine } from "../../transfer/rules/export/csv.ts";
import { sendPage } from "../../web/respond.ts";
import { type Routes, routes, screenRoute } from "../../web/routes.ts";
import { type ProductsQuery, productRow, productsPage, sorts } from "../pages/products.ts";
import { staffProductsFilePath, staffProductsPath } from "../paths.ts";
import { type StaffParts, staffScreen } from "../require-staff.ts";
import { deskOf } from "./desk.ts";
import { typedLine } from "./typed-line.ts";

const pageSize = 50;
/** Beyond it the list says “more than”: counting all would read them all. */
const mostCounted = 1000;
const inBatch = 500;
/** Of one file. */
const mostInFile = 500_000;

const states = ["published", "draft"] as const;

/** What the address says; what it does not say well counts as not given. */
function queryOf({ query }: Request): ProductsQuery {
  const label = typedLine(query.label, 40);
  return {
    q: typedLine(query.q, 200),
    category: typedLine(query.category, 255) || undefined,
    label: isLabel(label) ? label : undefined,
    state: states.find((state) => state === query.state),
    isOutOfStock: query.out === "1",
    isPremium: query.premium === "1",
    sort: sorts.find(({ value }) => value === query.sort)?.value ?? "name",
    after: /^[\w-]{1,64}$/.exec(typedLine(query.after, 64))?.[0],
  };
}

const searchOf = ({ q, sort: _, after: __, ...search }: ProductsQuery): ProductSearch => ({ ...search, text: q.toLowerCase() });

/** The list of products, and the same as a file. */
export function productListRoutes({ render, db, dates }: Shop, parts: StaffParts): Routes {
  const reading = staffScreen(parts, { area: "products", access: "read" });

  const list: RequestHandler = async (req, res) => {
    const query = queryOf(req);
    const found = await searchProducts(db, searchOf(query), query, pageSize + 1);
    const products = found.slice(0, pageSize);
    const count = await countProducts(db, searchOf(query), mostCounted + 1);
    const shown = {
      ...{ query, products, categories: await allCategories(db) },
      ...{ count: Math.min(count, mostCounted), isCapped: count > mostCounted },
      next: found.length > pageSize ? products.at(-1)?.id : undefined,
    };
    sendPage(res, render("staff/products", productsPage(deskOf(req, res), dates, shown)));
  };

  /** Written as it is read: a large shop's file is never whole in memory. */
  const file: RequestHandler = async (req, res) => {
    const query = queryOf(req);
    res.set({ "Content-Type": "text/csv; charset=utf-8", "Content-Disposition": 'attachment; filename="products.csv"' });
    res.write(
      csvLine(["Address", "Name", "Brand", "Category", "State", "Label", "Premium", "Price", "Variants", "In stock", "Changed"]),
    );
    let after = query.after;
    for (let written = 0; written < mostInFile && !res.destroyed; written += inBatch) {
      const products = await searchProducts(db, searchOf(query), { sort: query.sort, after }, inBatch);
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
