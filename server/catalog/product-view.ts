import type { Details } from "./details.ts";
import { type ProductPage, productPage } from "./pages/product.ts";

/** What the view `catalog/product` receives, for features that show the page before it is public. */
export const productView = (details: Details, input: Parameters<typeof productPage>[1]): ProductPage =>
  productPage(details, input);
