import { once } from "node:events";
import type { RequestHandler, Response } from "express";
import { allCategories } from "../../catalog/categories.ts";
import { readSnapshot } from "../../db/transaction.ts";
import type { Shop } from "../../shop.ts";
import { writeCatalog } from "../../transfer/export.ts";
import { sampleFile } from "../../transfer/rules/shopify/sample.ts";
import { type Routes, routes, screenRoute } from "../../web/routes.ts";
import { staffCatalogFilePath } from "../paths.ts";
import { may } from "../people/rules/permissions.ts";
import { type StaffParts, staffOf, staffScreen } from "../sign-in/require-staff.ts";

/**
 * Writes a text, and waits while the browser accepts no more. Throws if the browser has closed the
 * connection, so that the rest is not read.
 */
async function writeTo(res: Response, text: string, gone: AbortSignal): Promise<void> {
  if (!res.write(text)) await once(res, "drain", { signal: gone });
  gone.throwIfAborted();
}

/**
 * The route of the catalog as a file for the import, in the format of `npm run store -- export`. It
 * also sends a sample file.
 */
export function productFileRoutes({ config, db }: Shop, parts: StaffParts): Routes {
  const sendSample = async (res: Response) => {
    const [category] = await allCategories(db);
    res.set({ "Content-Type": "text/csv; charset=utf-8", "Content-Disposition": 'attachment; filename="sample-products.csv"' });
    res.send(sampleFile(category?.name ?? ""));
  };
  const file: RequestHandler = async (req, res) => {
    if (req.query.sample === "1") return await sendSample(res);
    const hasCosts = may(staffOf(req), "reports:read");
    const left = new AbortController();
    res.once("close", () => left.abort());
    res.set({ "Content-Type": "text/csv; charset=utf-8", "Content-Disposition": 'attachment; filename="products.csv"' });
    const write = (text: string) => writeTo(res, text, left.signal);
    try {
      await readSnapshot(db, (tx) => writeCatalog(tx, { publicUrl: config.publicUrl, write, hasCosts, passed: () => {} }));
    } catch (error) {
      if (left.signal.aborted) return;
      // An incomplete file must not look whole.
      if (res.headersSent) return void res.destroy(error instanceof Error ? error : undefined);
      throw error;
    }
    res.end();
  };
  return routes(screenRoute(staffCatalogFilePath, staffScreen(parts, "products:read"), file));
}
