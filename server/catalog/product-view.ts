import type { Details } from "./details.ts";
import { type ProductPage, productPage } from "./pages/product.ts";

/** The values of views/catalog/product.hbs, for features that show the page before publication. */
export const productView = (details: Details, input: Parameters<typeof productPage>[1]): ProductPage =>
  productPage(details, input);
