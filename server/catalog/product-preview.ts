import type { Shop } from "../shop.ts";
import type { Details } from "./details.ts";
import { productPage, productView } from "./pages/product.ts";

/** Renders a product's page as shoppers would see it, for the staff. */
export function renderPreview({ render, config, now, dates }: Shop, details: Details): string {
  const page = productPage(details, { publicUrl: config.publicUrl, now: now(), dates, notes: {} });
  return render(productView, { ...page, title: `Preview: ${page.title}` });
}
