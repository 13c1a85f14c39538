import type { Request, RequestHandler, Response } from "express";
import { allCategories } from "../../catalog/categories.ts";
import { previewProduct } from "../../catalog/preview.ts";
import { renderPreview } from "../../catalog/product-preview.ts";
import { inactiveVariants, insertProduct } from "../../catalog/product-record.ts";
import { listRedirects } from "../../catalog/redirects.ts";
import { stockOfProduct, variantsSharingSkus } from "../../catalog/stock-list.ts";
import { newShortId } from "../../ids.ts";
import { notFound, type Outcome, ok, type Refusal } from "../../outcome.ts";
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
import { historyOf } from "../records/history-routes.ts";
import { createRecord, readRecord, type SavedRecord, saveRecord, versionOf } from "../records/records.ts";
import { auditSourceOf, type StaffParts, staffCall, staffScreen } from "../sign-in/require-staff.ts";
import { fieldsOf, fillPasted, openingStockOf, type ProductForm, productForm, savedForm } from "./product-form.ts";
import { productKind } from "./product-kind.ts";
import { productFormPage, productFormView } from "./product-page.ts";
import { type OpeningStock, openStockForStaff } from "./stock-actions.ts";
import { mayWriteStock } from "./stock-page.ts";

const notices: Readonly<Record<string, string>> = { saved: "Saved.", added: "Added. Pictures come next." };
/** Blank rows below the existing ones. */
const blanks = 3;

const statusOf = ({ refusal }: RenderPage): number => (refusal ? refusalStatus[refusal.code] : 200);

type ProductRequest = Request<{ id: string }>;
type RenderPage = {
  form?: ProductForm;
  seen?: string;
  refusal?: Refusal | undefined;
  notice?: string | undefined;
  more?: boolean;
};

/** The kind of a product that is added together with the first units of its variants. */
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

  const blankIds = (more = false) => Array.from({ length: more ? 4 * blanks : blanks }, newShortId);

  const renderNew = async (req: Request, res: Response, { form, refusal, notice, more }: RenderPage = {}) => {
    const typed = typeof req.typed?.id === "string" ? req.typed.id : newShortId();
    const empty = productForm({ published: "1", option0: "" });
    const shown = {
      ...{ id: undefined, newId: typed, seen: "", form: form ?? empty, categories: await allCategories(db) },
      ...{ history: [], redirects: [], stock: [], sharingSkus: [], blankIds: blankIds(more), publicUrl: config.publicUrl },
    };
    return render(productFormView, productFormPage(staffContext(req, res), shown, { refusal, notice }));
  };

  const renderPage = async (req: ProductRequest, res: Response, { form, seen, refusal, notice, more }: RenderPage = {}) => {
    const { id } = req.params;
    const fields = await readRecord(db, productKind, id);
    if (!fields) throw new RefusedPage(notFound);
    const stock = await stockOfProduct(db, id);
    const shown = {
      ...{ id, newId: id, categories: await allCategories(db), blankIds: blankIds(more), publicUrl: config.publicUrl },
      form: form ?? savedForm(fields, await inactiveVariants(db, id)),
      seen: seen ?? versionOf(fields),
      history: await historyOf(shop, req, productKind, id, fields),
      stock,
      sharingSkus: await variantsSharingSkus(db, id, stock),
      redirects: (await listRedirects(db, { productId: id }, 20)).map(({ slug }) => slug),
    };
    return render(productFormView, productFormPage(staffContext(req, res), shown, { refusal, notice }));
  };

  const newProduct: RequestHandler = async (req, res) => sendPage(res, await renderNew(req, res));
  const product: RequestHandler<{ id: string }> = async (req, res) => {
    const notice = Object.entries(notices).find(([name]) => name === req.query.notice)?.[1];
    sendPage(res, await renderPage(req, res, { notice }));
  };

  /**
   * Whether the form is shown again before it is saved, since cells were pasted or rows requested.
   */
  const isUnfinished = (req: Request, form: ProductForm) =>
    isNative(req) && (form.pasted.trim() !== "" || req.typed.step === "rows");
  const filledIn = (form: ProductForm): RenderPage => {
    if (form.pasted.trim() === "") return { form, notice: "There are more rows now.", more: true };
    const pasted = fillPasted(form);
    if (!pasted.ok) return { form, refusal: pasted };
    const { form: filled, leftOut } = pasted.value;
    const units = leftOut.length > 0 ? ` “${leftOut.join("”, “")}” is left out: units are entered under Stock.` : "";
    return { form: filled, notice: `The pasted rows are filled in.${units} Check them, then save.`, more: false };
  };

  const add: RequestHandler = async (req, res) => {
    const body = readBody(staffCalls.addProduct, req);
    const form = productForm(req.typed);
    if (body.ok && isUnfinished(req, form)) {
      const filled = filledIn(form);
      return sendPage(res, await renderNew(req, res, filled), statusOf(filled));
    }
    const fields = body.ok ? fieldsOf(form) : body;
    const opening = mayWriteStock(staffContext(req, res)) ? openingStockOf(form) : ok([]);
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
      rerender: (refusal) => renderNew(req, res, { form, refusal }),
      data: () => ({}),
    });
  };

  const save: RequestHandler<{ id: string }> = async (req, res) => {
    const body = readBody(staffCalls.saveProduct, req);
    const form = productForm(req.typed);
    const seen = body.ok ? body.value.seen : undefined;
    const again = { form, ...(seen !== undefined && { seen }) };
    if (body.ok && isUnfinished(req, form)) {
      const filled = filledIn(form);
      return sendPage(res, await renderPage(req, res, { ...again, ...filled }), statusOf(filled));
    }
    const { id } = req.params;
    const current = await readRecord(db, productKind, id);
    const fields = body.ok ? fieldsOf(form, current) : body;
    const options = {
      next: `${staffProductPath(req.params.id)}?notice=saved`,
      rerender: (refusal: Refusal) => renderPage(req, res, { ...again, refusal }),
      data: () => ({}),
    };
    if (!body.ok || !fields.ok) return await respond(req, res, fields, options);
    const chosen = chosenFields(productKind, current, fields.value, req.typed);
    const wanted = { id, seen: body.value.seen, fields: chosen };
    // Chosen values can be invalid together: then the form shows the choices, not the values typed
    // first.
    const isChoice = current !== undefined && Object.keys(req.typed).some((name) => name.startsWith("keep_"));
    if (isChoice) again.form = savedForm({ ...current, ...chosen }, await inactiveVariants(db, id));
    const saved = await saveRecord(db, productKind, wanted, auditSourceOf(req), now());
    const isLate = !saved.ok && saved.code === "changed";
    await respond(
      req,
      res,
      saved,
      isLate ? { rerender: () => renderConflict(shop, req, res, { kind: productKind, ...wanted }) } : options,
    );
  };

  const previewSaved: RequestHandler<{ id: string }> = async (req, res) => {
    const details = await previewProduct(db, req.params.id, undefined, now());
    if (!details.ok) throw new RefusedPage(details);
    sendPage(res, renderPreview(shop, details.value));
  };
  const previewForm: RequestHandler<{ id: string }> = async (req, res) => {
    const body = readBody(staffCalls.previewProduct, req);
    const form = productForm(req.typed);
    const fields = body.ok ? fieldsOf(form) : body;
    const details = fields.ok ? await previewProduct(db, req.params.id, fields.value, now()) : fields;
    if (details.ok) return sendPage(res, renderPreview(shop, details.value));
    const seen = typeof req.typed.seen === "string" ? { seen: req.typed.seen } : {};
    await respond(req, res, details, { rerender: (refusal) => renderPage(req, res, { form, ...seen, refusal }) });
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
