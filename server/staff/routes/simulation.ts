import type { RequestHandler } from "express";
import { findVariantsNamed, slugIn } from "../../catalog/references.ts";
import { placeOf } from "../../checkout/rules/shipping-fields.ts";
import { simulateCheckout } from "../../checkout/simulate.ts";
import type { Db } from "../../db/tables.ts";
import type { Shop } from "../../shop.ts";
import { sendPage } from "../../web/respond.ts";
import { type Routes, routes, screenRoute } from "../../web/routes.ts";
import { sampleLines, simulationPage, simulationView } from "../pages/rules.ts";
import { staffSimulationPath } from "../paths.ts";
import { type StaffParts, staffScreen } from "../require-staff.ts";
import { type Typed, typedText } from "../selling/form.ts";
import { deskOf } from "./desk.ts";

/** The lines of the address, and the texts that match no product or several. */
async function linesTyped(db: Db, query: Typed) {
  const lines: { variantId: string; quantity: number }[] = [];
  const unknown: string[] = [];
  const ambiguous: string[] = [];
  for (let index = 0; index < sampleLines; index += 1) {
    const text = typedText(query, `product${index}`).slice(0, 300);
    if (text === "") continue;
    const named = await findVariantsNamed(db, text);
    const [variantId, other] = named.length > 0 ? named : await findVariantsNamed(db, slugIn(text));
    const quantity = Math.min(99, Math.max(1, Number.parseInt(typedText(query, `quantity${index}`), 10) || 1));
    if (variantId === undefined) unknown.push(text);
    else if (other !== undefined) ambiguous.push(text);
    else lines.push({ variantId, quantity });
  }
  return { lines, unknown, ambiguous };
}

/** The route that tries the rules on a sample cart, which the address contains. */
export function simulationRoutes({ render, db, now, tax }: Shop, parts: StaffParts): Routes {
  const screen: RequestHandler = async (req, res) => {
    const query = req.query as Typed;
    const { lines, unknown, ambiguous } = await linesTyped(db, query);
    const { country, area } = placeOf(typedText(query, "place") || "US-TX");
    const methodId = typedText(query, "method") || undefined;
    const sample = { lines, code: typedText(query, "code"), country, area, methodId };
    const result = lines.length > 0 ? await simulateCheckout(db, sample, now(), tax) : undefined;
    sendPage(res, render(simulationView, simulationPage(deskOf(req, res), query, { result, unknown, ambiguous })));
  };
  return routes(screenRoute(staffSimulationPath, staffScreen(parts, "rules:read"), screen));
}
