import type { RequestHandler } from "express";
import { notFound, type Refusal } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { respond } from "../../web/respond.ts";
import { behind, callRoute, type Routes, routes } from "../../web/routes.ts";
import { largeForms } from "../large-forms.ts";
import { staffCostsPart } from "../paths.ts";
import { renderConflict } from "../records/conflict-routes.ts";
import { readRecord, saveRecord } from "../records/records.ts";
import { withoutTheirs } from "../records/rules/record-changes.ts";
import { auditSourceOf, type StaffParts, staffCall } from "../sign-in/require-staff.ts";
import { costsKind, readTypedCosts } from "./cost-kind.ts";
import { productCalls } from "./product-calls.ts";
import { productRenderer } from "./render-product.ts";

/** The route that saves the costs of a product's variants, from a form with a field for each. */
export function costRoutes(shop: Shop, parts: StaffParts): Routes {
  const { db, now } = shop;
  const renderPage = productRenderer(shop);

  const save: RequestHandler<{ id: string }> = async (req, res) => {
    const { id } = req.params;
    const body = readBody(productCalls.saveCosts, req);
    const saved = body.ok ? await readRecord(db, costsKind, id) : undefined;
    const options = {
      next: staffCostsPart(id, "saved"),
      rerender: (refusal: Refusal) => renderPage(req, res, { costs: { refusal, typed: req.typed } }),
      data: () => ({}),
    };
    if (!body.ok || !saved) return await respond(req, res, body.ok ? notFound : body, options);
    const costs = readTypedCosts(saved, req.typed);
    if (!costs.ok) return await respond(req, res, costs, options);
    const form = { id, seen: body.value.seen, fields: withoutTheirs(costs.value, req.typed) };
    const outcome = await saveRecord(db, costsKind, form, auditSourceOf(req), now());
    const isLate = !outcome.ok && outcome.code === "changed";
    const renderLate = () => renderConflict(shop, req, res, { kind: costsKind, ...form });
    await respond(req, res, outcome, isLate ? { rerender: renderLate } : options);
  };

  const guard = staffCall(parts, { needs: productCalls.saveCosts.needs });
  return routes(behind(largeForms(parts), callRoute(productCalls.saveCosts, guard, save)));
}
