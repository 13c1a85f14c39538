import type { Ld } from "./json-ld.ts";

/** The values of the head of every layout. */
type Head = {
  title: string;
  description?: string;
  /** absolute */
  canonical?: string;
  robots?: string;
  /** seconds after which a browser without scripts loads the page again */
  refresh?: number;
  /** the picture that social sites show beside a link to the page; an absolute address, no SVG */
  picture?: { url: string; alt: string; width?: number; height?: number };
  /** the page's type for social sites; a website if absent */
  ogType?: "product";
  /** structured data for search engines */
  jsonLd?: readonly Ld[];
  /**
   * id of the element that must be parsed before the page is shown, since a page transition moves
   * to it
   */
  expects?: string;
};

/**
 * The values of the shop's header, including its search field and the state that products are
 * shipped to.
 */
type Header = {
  /** the landing page or path that is marked in the navigation */
  current?: string;
  /** the search query */
  q?: string;
  shipTo?: { area: string; name: string } | undefined;
  /** the other parameters of the page's address, which the form that sets the state sends along */
  shipToKeeps?: readonly { name: string; value: string }[];
  /**
   * the page's address without a state; undefined on a page without products, and if every product
   * may be sold everywhere
   */
  everywhere?: string | undefined;
  /** a hint in the form that chooses the state, instead of the shop's usual hint */
  shipToHint?: string;
  /** undefined omits the island */
  cartButton?: object | undefined;
  /** the number of items, shown on the cart's own page instead of the button */
  cartCount?: { count: number };
  searchBox?: object | undefined;
};

/** The values that each layout (views/layouts/) takes from its page. */
export type LayoutValues = {
  main: Head &
    Header & {
      layout?: "main";
      /** the bar of a product that stays at the screen's edge until the footer is seen */
      restingBar?: { name: string; unavailable: string };
    };
  checkout: Head & {
    layout: "checkout";
    back?: { href: string; label: string };
    steps: readonly { name: string; href?: string | undefined; done: boolean; current: boolean }[];
  };
  dashboard: Head &
    Header & {
      layout: "dashboard";
      account: { token: string; screens: readonly { name: string; href: string; current: boolean }[] };
    };
  staff: Head & {
    layout: "staff";
    /** undefined before somebody is signed in */
    staff:
      | {
          token: string;
          name: string;
          role: string;
          screens: readonly { name: string; href: string; current: boolean; count?: number }[];
          /** this page follows an undo */
          undone: boolean;
          /** identifies the forms whose typed values are kept */
          drafts: { owner: string; isAnswer: boolean };
          shortcuts: { screens: { key: string; name: string; href: string }[]; signOut: string };
          /** the search query */
          q?: string;
        }
      | undefined;
  };
};

/** The values that a view receives at least: those of its layout. */
export type Page = LayoutValues[keyof LayoutValues];

/** Providers on the sign-in form. */
export type SocialOffer = { providers: readonly { place: number; label: string }[]; popup: boolean; on: "load" | "never" };

/** A link of the header or a footer. */
export type PageLink = { name: string; href: string };

type LogoPicture = { src: string; width: number; height: number };

/** The parts of the shop that every page shows, in its header and its footer. */
export type Frame = {
  storeName: string;
  /**
   * the picture shown instead of the name, and `dark`, which replaces it on dark pages; sizes in px
   */
  logo?: LogoPicture & { dark?: LogoPicture };
  /** whether the demo's drawing stands before the name */
  hasDrawing: boolean;
  /** a stylesheet beside the shop's own */
  themeHref?: string;
  /** the links of the header */
  header: readonly PageLink[];
  columns: readonly { id: string; heading: string; links: readonly PageLink[] }[];
  /** the content pages that the checkout links to */
  policies: readonly PageLink[];
  tagline: string;
  /** line by line */
  smallPrint: readonly string[];
  /** the business's contact; `dialled` is the phone's number with only its digits and `+` */
  contact?: { email?: string; phone?: string; dialled?: string; address?: readonly string[] };
};

/** The values that every view receives besides its page. */
export type CommonValues = {
  storeName: string;
  logo: Frame["logo"];
  hasDrawing: boolean;
  /** where islands find the cookies (islands/ui/prefixed.ts) */
  cookiePrefix: string;
  cssHref: string | null;
  /** the stylesheet of the staff's pages, instead of the shop's */
  staffCssHref: string | null;
  social: SocialOffer | undefined;
  /** props of the layouts' own islands, which take no values of the page */
  cartButton: object;
  searchBox: object;
  hosts: { toasts: object; overlay: object };
  /** the values that the navigation and the footer show */
  frame: Frame & { nav: readonly { name: string; href: string; current: boolean }[] };
};
/**
 * The values that a part receives besides its own; a part is rendered alone. `legal` are lines of
 * emails, and `logo` has an absolute address.
 */
export type PartValues = {
  storeName: string;
  legal: readonly string[];
  logo: Frame["logo"];
  /** the absolute address of the shop's contact page; empty if there is none */
  help: string;
  /** colors of links and buttons, and of the text on them; `#rrggbb` */
  accent: string;
  onAccent: string;
};
/** The values that a layout receives besides its page. */
export type WrappedView = { body: string; modules: string };
