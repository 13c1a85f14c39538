import type { RequestHandler, Response } from "express";
import { allCategories } from "../../catalog/categories.ts";
import { readSnapshot } from "../../db/transaction.ts";
import type { Shop } from "../../shop.ts";
import { writeCatalog } from "../../transfer/export.ts";
import { sampleFile } from "../../transfer/rules/shopify/sample.ts";
import { type Routes, routes, screenRoute } from "../../web/routes.ts";
import { sendCsv } from "../lists/send-csv.ts";
import { staffCatalogFilePath } from "../paths.ts";
import { may } from "../people/rules/permissions.ts";
import { type StaffParts, staffOf, staffScreen } from "../sign-in/require-staff.ts";

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
    await sendCsv(res, "products.csv", async (write) => {
      await readSnapshot(db, (tx) => writeCatalog(tx, { publicUrl: config.publicUrl, write, hasCosts, passed: () => {} }));
    });
  };
  return routes(screenRoute(staffCatalogFilePath, staffScreen(parts, "products:read"), file));
}
