import { createHash } from "node:crypto";
import { storedUrl } from "../media/stored-name.ts";
import type { Frame, PageLink } from "../web/page.ts";
import type { PageHead } from "./content-pages.ts";
import { contentPagePath, themePath } from "./paths.ts";
import type { FooterColumn, NavigationLink } from "./rules/navigation.ts";
import { isPolicy } from "./rules/page-order.ts";
import type { ShopSettings } from "./rules/shop-settings.ts";
import { themeCss } from "./rules/theme.ts";
import type { Navigation } from "./settings.ts";

/** The shop's defaults, shown if the owner has set nothing. */
export type ShopDefaults = Pick<
  ShopSettings,
  "storeName" | "timeZone" | "tagline" | "smallPrint" | "homeTitle" | "homeDescription"
> & {
  hasDrawing: boolean;
  navigation: (categories: readonly NavigationLink[]) => DefaultNavigation;
};

type DefaultNavigation = { header: readonly NavigationLink[]; footer: readonly FooterColumn[] };

type FrameInput = {
  shop: ShopSettings;
  navigation: Navigation;
  pages: readonly PageHead[];
  /** links to categories that have products */
  categories: readonly NavigationLink[];
  defaults: ShopDefaults;
};

const toLinks = (pages: readonly PageHead[]): PageLink[] =>
  pages.map(({ slug, title }) => ({ name: title, href: contentPagePath(slug) }));

/** The columns of the footer, without columns that have no links. */
function columnsOf({ navigation, pages }: FrameInput, byDefault: readonly FooterColumn[]): Frame["columns"] {
  const columns = navigation.footer ?? byDefault;
  return columns
    .map(({ heading, links, pages: lists }, at) => ({
      id: navigation.footer ? `links-${at + 1}` : (defaultIds[at] ?? `links-${at + 1}`),
      heading,
      links: [...links, ...(lists ? toLinks(pages) : [])],
    }))
    .filter(({ links }) => links.length > 0);
}

const defaultIds = ["shop", "orders", "pages"];

/**
 * The address of the theme's stylesheet, with a hash of its content; absent if the stylesheet is
 * empty.
 */
function themeHrefOf(shop: ShopSettings): string | undefined {
  const css = themeCss(shop);
  return css === "" ? undefined : themePath(createHash("sha256").update(css).digest("hex").slice(0, 16));
}

function logoOf(shop: ShopSettings): NonNullable<Frame["logo"]> {
  const logo = { src: storedUrl(shop.logo), width: shop.logoWidth, height: shop.logoHeight };
  if (shop.darkLogo === "") return logo;
  return { ...logo, dark: { src: storedUrl(shop.darkLogo), width: shop.darkLogoWidth, height: shop.darkLogoHeight } };
}

/** The shop's data, navigation and footer for every page. */
export function frameOf(input: FrameInput): Frame {
  const { shop, navigation, pages, categories, defaults } = input;
  const byDefault = defaults.navigation(categories);
  const themeHref = themeHrefOf(shop);
  const contact = {
    ...(shop.contactEmail && { email: shop.contactEmail }),
    ...(shop.contactPhone && { phone: shop.contactPhone, dialled: shop.contactPhone.replace(/[^+\d]/g, "") }),
    ...(shop.contactAddress && { address: shop.contactAddress.split("\n") }),
  };
  return {
    storeName: shop.storeName,
    hasDrawing: defaults.hasDrawing,
    tagline: shop.tagline,
    smallPrint: shop.smallPrint === "" ? [] : shop.smallPrint.split("\n"),
    header: navigation.header ?? byDefault.header,
    columns: columnsOf(input, byDefault.footer),
    policies: toLinks(pages.filter(isPolicy)),
    ...(Object.keys(contact).length > 0 && { contact }),
    ...(themeHref !== undefined && { themeHref }),
    ...(shop.logo && { logo: logoOf(shop) }),
  };
}
