import type { Request, RequestHandler, Response } from "express";
import { previewProduct } from "../../catalog/preview.ts";
import { renderPreview } from "../../catalog/product-preview.ts";
import { insertProduct } from "../../catalog/product-record.ts";
import { newShortId } from "../../ids.ts";
import { type Outcome, ok, type Refusal } from "../../outcome.ts";
import { readText } from "../../read-text.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { refusalStatus } from "../../web/refusal-status.ts";
import { isNative, RefusedPage, respond, sendPage } from "../../web/respond.ts";
import { behind, callRoute, type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffCalls } from "../calls.ts";
import { staffContext } from "../context.ts";
import { largeForms } from "../large-forms.ts";
import { staffNewProductPath, staffProductPath, staffProductPreviewPath } from "../paths.ts";
import type { AuditSource } from "../records/audit.ts";
import { renderConflict } from "../records/conflict-routes.ts";
import { chosenFields } from "../records/conflicts.ts";
import { createRecord, readRecord, type SavedRecord, saveRecord } from "../records/records.ts";
import { auditSourceOf, type StaffParts, staffCall, staffScreen } from "../sign-in/require-staff.ts";
import { productForm } from "./product-form.ts";
import { fillPasted, type ProductGrid, readGrid, readOpeningStock } from "./product-grid.ts";
import { productKind } from "./product-kind.ts";
import { productFormPage, productFormView } from "./product-page.ts";
import { blankIds, type ProductResult, productRenderer } from "./render-product.ts";
import { type OpeningStock, openStockForStaff } from "./stock-actions.ts";
import { mayWriteStock } from "./stock-page.ts";

const notices: Readonly<Record<string, string>> = {
  saved: "Saved.",
  added: "Added. Pictures come next.",
  copied: "This is the copy. It is a draft without stock.",
  archived: "Archived.",
  back: "It is back, as a draft.",
};
const statusOf = ({ refusal }: ProductResult): number => (refusal ? refusalStatus[refusal.code] : 200);

/** Returns `productKind` with an `insert` that also stores the first units of the variants. */
const withOpeningStock = (opening: readonly OpeningStock[], source: AuditSource): typeof productKind => ({
  ...productKind,
  async insert(tx, id, fields, now) {
    const inserted = await insertProduct(tx, id, fields, now);
    return inserted.ok ? await openStockForStaff(tx, { source, now }, opening) : inserted;
  },
});

/**
 * Routes to add and change a product. Its form has a set of fields for each variant, so it is
 * larger than others.
 */
export function productRoutes(shop: Shop, parts: StaffParts): { screens: Routes; forms: Routes } {
  const { render, db, now, config } = shop;
  const reading = staffScreen(parts, "products:read");
  const adding = staffScreen(parts, staffCalls.addProduct.needs);

  const renderPage = productRenderer(shop);

  const renderNew = async (req: Request, res: Response, { grid = readGrid({}), more, ...result }: ProductResult = {}) => {
    const input = {
      id: undefined,
      newId: readText(req.typed?.id, newShortId()),
      seen: "",
      fields: await productForm.views(shop),
      grid,
      history: [],
      redirects: [],
      stock: [],
      sharingSkus: [],
      pictures: undefined,
      costs: undefined,
      papers: undefined,
      blankIds: blankIds(more),
      publicUrl: config.publicUrl,
    };
    return render(productFormView, productFormPage(staffContext(req, res), input, result));
  };

  const newProduct: RequestHandler = async (req, res) => sendPage(res, await renderNew(req, res));
  const product: RequestHandler<{ id: string }> = async (req, res) => {
    const notice = Object.entries(notices).find(([name]) => name === req.query.notice)?.[1];
    sendPage(res, await renderPage(req, res, { notice }));
  };

  /**
   * Whether the form is shown again before it is saved: somebody pasted cells or requested more
   * rows.
   */
  const isUnfinished = (req: Request, grid: ProductGrid) =>
    isNative(req) && (grid.pasted.trim() !== "" || req.typed.step === "rows");
  const fillGrid = (grid: ProductGrid): ProductResult => {
    if (grid.pasted.trim() === "") return { grid, notice: "There are more rows now.", more: true };
    const pasted = fillPasted(grid);
    if (!pasted.ok) return { grid, refusal: pasted };
    const { grid: filled, leftOut } = pasted.value;
    const units = leftOut.length > 0 ? ` “${leftOut.join("”, “")}” is left out: units are entered under Stock.` : "";
    return { grid: filled, notice: `The pasted rows are filled in.${units} Check them, then save.`, more: false };
  };

  const add: RequestHandler = async (req, res) => {
    const body = readBody(staffCalls.addProduct, req);
    const { typed } = req;
    const grid = readGrid(typed);
    if (body.ok && isUnfinished(req, grid)) {
      const filled = fillGrid(grid);
      return sendPage(res, await renderNew(req, res, { typed, ...filled }), statusOf(filled));
    }
    const fields = body.ok ? await productForm.read(body.value, shop) : body;
    const opening = mayWriteStock(staffContext(req, res)) ? readOpeningStock(grid) : ok([]);
    const added: Outcome<SavedRecord> =
      body.ok && fields.ok && opening.ok
        ? await createRecord(
            db,
            withOpeningStock(opening.value, auditSourceOf(req)),
            { id: body.value.id, fields: fields.value },
            auditSourceOf(req),
            now(),
          )
        : ((fields.ok ? opening : fields) as Refusal);
    await respond(req, res, added, {
      next: ({ id }) => `${staffProductPath(id)}?notice=added`,
      rerender: (refusal) => renderNew(req, res, { typed, grid, refusal }),
      data: () => ({}),
    });
  };

  const save: RequestHandler<{ id: string }> = async (req, res) => {
    const body = readBody(staffCalls.saveProduct, req);
    const grid = readGrid(req.typed);
    let sentForm: ProductResult = { typed: req.typed, grid, ...(body.ok && { seen: body.value.seen }) };
    if (body.ok && isUnfinished(req, grid)) {
      const filled = fillGrid(grid);
      return sendPage(res, await renderPage(req, res, { ...sentForm, ...filled }), statusOf(filled));
    }
    const { id } = req.params;
    const current = await readRecord(db, productKind, id);
    const fields = body.ok ? await productForm.read(body.value, shop, current) : body;
    const options = {
      next: `${staffProductPath(req.params.id)}?notice=saved`,
      rerender: (refusal: Refusal) => renderPage(req, res, { ...sentForm, refusal }),
      data: () => ({}),
    };
    if (!body.ok || !fields.ok) return await respond(req, res, fields, options);
    const chosen = chosenFields(productKind, current, fields.value, req.typed);
    const form = { id, seen: body.value.seen, fields: chosen };
    // The values that somebody chose in a conflict can be invalid together. The form then shows
    // these chosen values, not the values that were typed first.
    const isChoice = current !== undefined && Object.keys(req.typed).some((name) => name.startsWith("keep_"));
    if (isChoice) sentForm = { fields: { ...current, ...chosen }, seen: body.value.seen };
    const saved = await saveRecord(db, productKind, form, auditSourceOf(req), now());
    const isLate = !saved.ok && saved.code === "changed";
    await respond(
      req,
      res,
      saved,
      isLate ? { rerender: () => renderConflict(shop, req, res, { kind: productKind, ...form }) } : options,
    );
  };

  const previewSaved: RequestHandler<{ id: string }> = async (req, res) => {
    const details = await previewProduct(db, req.params.id, undefined, now());
    if (!details.ok) throw new RefusedPage(details);
    sendPage(res, renderPreview(shop, details.value));
  };
  const previewForm: RequestHandler<{ id: string }> = async (req, res) => {
    const body = readBody(staffCalls.previewProduct, req);
    const fields = body.ok ? await productForm.read(body.value, shop) : body;
    const details = fields.ok ? await previewProduct(db, req.params.id, fields.value, now()) : fields;
    if (details.ok) return sendPage(res, renderPreview(shop, details.value));
    const { typed } = req;
    const seen = typeof typed.seen === "string" ? { seen: typed.seen } : {};
    const grid = readGrid(typed);
    await respond(req, res, details, { rerender: (refusal) => renderPage(req, res, { typed, grid, ...seen, refusal }) });
  };

  const guard = staffCall(parts, { needs: staffCalls.saveProduct.needs });
  const large = largeForms(parts);
  return {
    screens: routes(
      screenRoute(staffNewProductPath, adding, newProduct),
      screenRoute(staffProductPath(":id"), reading, product),
      screenRoute(staffProductPreviewPath(":id"), reading, previewSaved),
    ),
    forms: routes(
      behind(large, callRoute(staffCalls.previewProduct, guard, previewForm)),
      behind(large, callRoute(staffCalls.addProduct, guard, add)),
      behind(large, callRoute(staffCalls.saveProduct, guard, save)),
    ),
  };
}
