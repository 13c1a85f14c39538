import { storedUrl } from "../media/stored-name.ts";
import type { PartValues } from "../web/page.ts";
import type { ShopSettings } from "./rules/shop-settings.ts";

/**
 * The logo's height in the shop's header, and the greatest width of the logo, which fits on a
 * phone; both in px.
 */
const height = 40;
const widest = 240;

/** The logo at the head of emails, with an absolute address; undefined if the shop has no logo. */
export function emailLogoOf(
  shop: Pick<ShopSettings, "logo" | "logoWidth" | "logoHeight">,
  publicUrl: string,
): PartValues["logo"] {
  if (shop.logo === "") return undefined;
  const scale = Math.min(height / shop.logoHeight, widest / shop.logoWidth);
  const [width, high] = [shop.logoWidth, shop.logoHeight].map((size) => Math.max(1, Math.round(size * scale))) as [
    number,
    number,
  ];
  return { src: publicUrl + storedUrl(shop.logo), width, height: high };
}
