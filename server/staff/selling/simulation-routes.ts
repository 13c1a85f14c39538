import type { RequestHandler } from "express";
import { lookUpProducts } from "../../catalog/product-list.ts";
import { findVariantsNamed, slugIn } from "../../catalog/references.ts";
import { placeOf } from "../../checkout/rules/shipping-fields.ts";
import { simulateCheckout } from "../../checkout/simulate.ts";
import type { Db } from "../../db/tables.ts";
import { readLines } from "../../read-text.ts";
import type { Shop } from "../../shop.ts";
import { sendPage } from "../../web/respond.ts";
import { type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffContext } from "../context.ts";
import type { FormBody } from "../forms/body.ts";
import { staffSimulationPath } from "../paths.ts";
import { type StaffParts, staffScreen } from "../sign-in/require-staff.ts";
import { sampleLines, simulationPage, simulationView } from "./rule-pages.ts";

/** The lines in the address, and the typed texts that match no product or several products. */
async function linesTyped(db: Db, query: FormBody) {
  const lines: { variantId: string; quantity: number }[] = [];
  const unknown: string[] = [];
  const ambiguous: string[] = [];
  for (let index = 0; index < sampleLines; index += 1) {
    const text = readLines(query[`product${index}`]).slice(0, 300);
    if (text === "") continue;
    const [variantId, other] = await variantsMeant(db, text);
    const quantity = Math.min(99, Math.max(1, Number.parseInt(readLines(query[`quantity${index}`]), 10) || 1));
    if (variantId === undefined) unknown.push(text);
    else if (other !== undefined) ambiguous.push(text);
    else lines.push({ variantId, quantity });
  }
  return { lines, unknown, ambiguous };
}

/** The first variant of each product whose SKU, address, or part of a name a text may be. */
async function variantsMeant(db: Db, text: string): Promise<string[]> {
  const named = await findVariantsNamed(db, text);
  const found = named.length > 0 ? named : await findVariantsNamed(db, slugIn(text));
  if (found.length > 0) return found;
  const products = await lookUpProducts(db, text.toLowerCase(), 2);
  return (await Promise.all(products.map(({ slug }) => findVariantsNamed(db, slug)))).flat();
}

/** The route that tries the rules on a sample cart, which the address contains. */
export function simulationRoutes({ render, db, now, tax }: Shop, parts: StaffParts): Routes {
  const screen: RequestHandler = async (req, res) => {
    const query = req.query as FormBody;
    const { lines, unknown, ambiguous } = await linesTyped(db, query);
    const { country, area } = placeOf(readLines(query.place) || "US-TX");
    const methodId = readLines(query.method) || undefined;
    const sample = { lines, code: readLines(query.code), country, area, methodId };
    const result = lines.length > 0 ? await simulateCheckout(db, sample, now(), tax) : undefined;
    sendPage(res, render(simulationView, simulationPage(staffContext(req, res), query, { result, unknown, ambiguous })));
  };
  return routes(screenRoute(staffSimulationPath, staffScreen(parts, "rules:read"), screen));
}
