import type { Request, RequestHandler, Response } from "express";
import { notFound, type Refusal } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { readBody } from "../../web/read.ts";
import { RefusedPage, sendPage } from "../../web/respond.ts";
import { type Routes, routes, screenRoute } from "../../web/routes.ts";
import { answerForm, contentCall, removeSent } from "../content/content-form-routes.ts";
import { staffContext } from "../context.ts";
import { staffProductPath, staffProductRemovalPath, staffProductsPath } from "../paths.ts";
import { readRecord, versionOf } from "../records/records.ts";
import { auditSourceOf, type StaffParts, staffScreen } from "../sign-in/require-staff.ts";
import { archiveProduct, duplicateProduct } from "./product-actions.ts";
import { productCalls } from "./product-calls.ts";
import { productKind } from "./product-kind.ts";
import { productRemovalPage, productRemovalView } from "./product-removal-page.ts";
import { findProductUses } from "./queries/product-uses.ts";
import { productRenderer } from "./render-product.ts";

/** Routes to duplicate, archive and delete one product. */
export function productActionRoutes(shop: Shop, parts: StaffParts): Routes {
  const { db, now, render } = shop;
  const renderProduct = productRenderer(shop);

  const renderRemoval = async (req: Request<{ id: string }>, res: Response, refusal?: Refusal): Promise<string> => {
    const { id } = req.params;
    const saved = await readRecord(db, productKind, id);
    if (!saved) throw new RefusedPage(notFound);
    const uses = await findProductUses(db, id);
    const page = { id, name: saved.name, seen: versionOf(saved), isArchived: saved.archived, uses, error: refusal?.error };
    return render(productRemovalView, productRemovalPage(staffContext(req, res), page));
  };
  const removal: RequestHandler<{ id: string }> = async (req, res) => sendPage(res, await renderRemoval(req, res));
  const removing: RequestHandler<{ id: string }> = (req, res) =>
    removeSent(shop, req, res, {
      call: productCalls.removeProduct,
      kind: productKind,
      id: req.params.id,
      list: staffProductsPath,
      renderPage: (refusal) => renderRemoval(req, res, refusal),
    });

  const duplicating: RequestHandler<{ id: string }> = async (req, res) => {
    const body = readBody(productCalls.duplicateProduct, req);
    const [{ id }, copyId] = [req.params, body.ok ? body.value.id : ""];
    const copied = body.ok ? await duplicateProduct(db, { id, copyId, source: auditSourceOf(req), now: now() }) : body;
    const next = `${staffProductPath(copyId)}?notice=copied`;
    await answerForm(req, res, copied, next, (refusal) => renderProduct(req, res, { refusal }));
  };
  const archiving: RequestHandler<{ id: string }> = async (req, res) => {
    const body = readBody(productCalls.archiveProduct, req);
    const isArchived = body.ok && body.value.archived === "1";
    const { id } = req.params;
    const archived = body.ok ? await archiveProduct(db, { id, isArchived, source: auditSourceOf(req), now: now() }) : body;
    const next = `${staffProductPath(id)}?notice=${isArchived ? "archived" : "back"}`;
    await answerForm(req, res, archived, next, (refusal) => renderProduct(req, res, { refusal }));
  };

  return routes(
    screenRoute(staffProductRemovalPath(":id"), staffScreen(parts, productCalls.removeProduct.needs), removal),
    contentCall(parts, productCalls.removeProduct, removing),
    contentCall(parts, productCalls.duplicateProduct, duplicating),
    contentCall(parts, productCalls.archiveProduct, archiving),
  );
}
