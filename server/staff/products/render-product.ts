import type { Request, Response } from "express";
import { inactiveVariants } from "../../catalog/product-record.ts";
import { listRedirects } from "../../catalog/redirects.ts";
import type { ProductFields } from "../../catalog/rules/product-fields.ts";
import { stockOfProduct, variantsSharingSkus } from "../../catalog/stock-list.ts";
import { newShortId } from "../../ids.ts";
import { notFound } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { RefusedPage } from "../../web/respond.ts";
import { staffContext } from "../context.ts";
import type { ResentForm } from "../forms/field-view.ts";
import { may } from "../people/rules/permissions.ts";
import { historyOf } from "../records/history-routes.ts";
import { readRecord, versionOf } from "../records/records.ts";
import { staffOf } from "../sign-in/require-staff.ts";
import { costsKind } from "./cost-kind.ts";
import type { CostsInput } from "./costs-part.ts";
import { papersKind } from "./paper-kind.ts";
import type { PapersInput } from "./papers-part.ts";
import { productForm } from "./product-form.ts";
import { type ProductGrid, savedGrid } from "./product-grid.ts";
import { picturesKind, productKind } from "./product-kind.ts";
import { productFormPage, productFormView } from "./product-page.ts";

/** Blank rows below the existing ones. */
const blanks = 3;

export const blankIds = (more = false): string[] => Array.from({ length: more ? 4 * blanks : blanks }, newShortId);

export type ProductResult = ResentForm & {
  /** the values shown instead of the stored values */
  fields?: ProductFields;
  grid?: ProductGrid;
  seen?: string;
  notice?: string | undefined;
  more?: boolean;
  /** values of the form of pictures that was refused, or not saved yet */
  typedPictures?: Record<string, unknown> | undefined;
  /** the form of the costs, if it was refused */
  costs?: Pick<CostsInput, "refusal" | "typed">;
  /** the form of papers, if it was refused */
  papers?: Pick<PapersInput, "refusal" | "typed">;
};

const pictureNotices: Readonly<Record<string, string>> = {
  saved: "Saved.",
  added: "Added. Describe them for those who can’t see them.",
};

const paperNotices: Readonly<Record<string, string>> = { saved: "Saved.", added: "The paper was added." };

type ProductRequest = Request<{ id: string }>;

/** Makes the function that renders a product's page: its form, and the form of its pictures. */
export function productRenderer(shop: Shop) {
  const { render, db, config } = shop;

  const picturesOf = async (req: ProductRequest, product: ProductFields, typed: ProductResult["typedPictures"]) => {
    const { id } = req.params;
    const saved = await readRecord(db, picturesKind, id);
    if (!saved) throw new RefusedPage(notFound);
    const notice = Object.entries(pictureNotices).find(([name]) => name === req.query.pictures)?.[1];
    return {
      product,
      saved,
      seen: versionOf(saved),
      history: await historyOf(shop, req, picturesKind, id, saved),
      notice,
      typed,
    };
  };

  /** The costs of a product, for people who see reports. */
  const costsOf = async (req: ProductRequest, refused: ProductResult["costs"]): Promise<CostsInput | undefined> => {
    const { id } = req.params;
    const saved = may(staffOf(req), "reports:read") ? await readRecord(db, costsKind, id) : undefined;
    if (!saved) return undefined;
    const history = await historyOf(shop, req, costsKind, id, saved);
    return { saved, seen: versionOf(saved), history, notice: req.query.costs === "saved" ? "Saved." : undefined, ...refused };
  };

  const papersOf = async (req: ProductRequest, refused: ProductResult["papers"]): Promise<PapersInput> => {
    const { id } = req.params;
    const saved = await readRecord(db, papersKind, id);
    if (!saved) throw new RefusedPage(notFound);
    const notice = Object.entries(paperNotices).find(([name]) => name === req.query.papers)?.[1];
    return { saved, seen: versionOf(saved), history: await historyOf(shop, req, papersKind, id, saved), notice, ...refused };
  };

  return async (
    req: ProductRequest,
    res: Response,
    { fields, grid, seen, more, typedPictures, costs, papers, ...result }: ProductResult = {},
  ): Promise<string> => {
    const { id } = req.params;
    const stored = await readRecord(db, productKind, id);
    if (!stored) throw new RefusedPage(notFound);
    const stock = await stockOfProduct(db, id);
    const input = {
      id,
      newId: id,
      fields: await productForm.views(shop, fields ?? stored),
      grid: grid ?? savedGrid(fields ?? stored, await inactiveVariants(db, id)),
      blankIds: blankIds(more),
      publicUrl: config.publicUrl,
      seen: seen ?? versionOf(stored),
      history: await historyOf(shop, req, productKind, id, stored),
      stock,
      sharingSkus: await variantsSharingSkus(db, id, stock),
      redirects: (await listRedirects(db, { productId: id }, 20)).map(({ slug }) => slug),
      pictures: await picturesOf(req, stored, typedPictures),
      costs: await costsOf(req, costs),
      papers: await papersOf(req, papers),
    };
    return render(productFormView, productFormPage(staffContext(req, res), input, result));
  };
}
