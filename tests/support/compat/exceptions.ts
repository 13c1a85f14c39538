/**
 * Features that some supported browser lacks in part, and why the shop may use them nevertheless. A
 * `*` at the end stands for any text. Using a global name throws an error in a browser that lacks
 * it, so the exception holds only where the script first checks for the name.
 */
export type Exception = {
  features: readonly string[];
  files: string;
  reason: string;
  /**
   * A feature that scripts check before they use the features of this exception. Each browser that
   * has this feature must also have those.
   */
  behind?: string;
};

const css = "static/css/*";
const everywhere = "*";

export const exceptions: readonly Exception[] = [
  {
    features: ["api.Navigat*", "api.Window.navigation"],
    files: "islands/ui/swap.ts",
    behind: "api.NavigateEvent.sourceElement",
    reason: "swapParts does nothing where the browser lacks this; links and forms of listing and reviews act by themselves there",
  },
  {
    features: ["api.Document.activeViewTransition", "api.ViewTransition.ready"],
    files: "islands/entry.ts",
    reason: "undefined where there is none, and only a transition that is there is asked whether it is ready",
  },
  {
    features: ["html.elements.dialog.closedby"],
    files: "islands/*",
    reason:
      "useBackdrop closes what is not known to close by a press beside it; the overlay opens itself again while a call runs",
  },
  {
    features: ["html.global_attributes.autocapitalize"],
    files: "islands/checkout/promo-field.tsx",
    reason: "Safari on a desktop has no keyboard on the screen that could begin with a capital",
  },
  {
    features: ["api.Window.beforeunload_event"],
    files: "islands/staff/draft-of-form.ts",
    reason: "Safari on iOS asks nothing before a page is left; only where storage is off or full is there something to lose",
  },
  {
    features: ["api.Window.open"],
    files: "islands/identity/popup.ts",
    reason: "where no window opens, the link leads to the provider in this one",
  },
  {
    features: ["api.Document.moveBefore"],
    files: "node_modules/preact/*",
    reason: "Preact asks for it, and takes insertBefore elsewhere",
  },
  {
    features: ["css.properties.accent-color"],
    files: css,
    reason: "all have it; the older ones do not raise the contrast of the tick by themselves, and --leaf has enough of it",
  },
  {
    features: ["css.properties.overscroll-behavior*"],
    files: css,
    reason: "all have it for what scrolls; without it the page behind scrolls on",
  },
  {
    features: ["css.properties.background-clip.text"],
    files: "static/css/components/price.css",
    reason: "Firefox lacks it for fixed and for several backgrounds alone; the stars have one",
  },
  {
    features: ["css.properties.text-wrap.pretty"],
    files: css,
    reason: "elsewhere lines break as ever",
  },
  {
    features: ["css.properties.text-size-adjust"],
    files: "static/css/reset.css",
    reason: "only telephones change the size of text; theirs know the prefixed form, which the build writes",
  },
  {
    features: ["css.properties.cursor.*", "css.properties.resize*", "css.selectors.selection"],
    files: css,
    reason: "telephones have no pointer, no corner to drag and their own colour of a selection",
  },
  {
    features: ["css.properties.-webkit-tap-highlight-color"],
    files: "static/css/base.css",
    reason: "the others flash nothing under a finger",
  },
  {
    features: ["css.properties.scrollbar-*"],
    files: css,
    reason: "elsewhere the scrollbar looks as the system draws it",
  },
  {
    features: ["css.properties.content-visibility*"],
    files: "static/css/screens/hero.css",
    reason: "elsewhere far rows are drawn at once; Safari 18 does not find text in them until they are near",
  },
  {
    features: ["css.at-rules.font-face.*"],
    files: "static/css/fonts.css",
    reason: "Safari shows the fallback in its own measures, and lines move by some pixels when the face arrives",
  },
  {
    features: ["css.selectors.-webkit-*"],
    files: css,
    reason: "styles a part that only these engines have; the others have their own rule or nothing to style",
  },
  {
    features: ["css.at-rules.view-transition*", "css.selectors.view-transition*", "css.properties.view-transition-name"],
    files: "static/css/components/transition.css",
    reason: "elsewhere one page follows the other at once",
  },
  {
    features: ["css.at-rules.starting-style"],
    files: "static/css/components/drawer.css",
    reason: "elsewhere dialogs open at once",
  },
  {
    features: ["html.elements.details.name"],
    files: "views/staff/*",
    reason: "elsewhere a panel of a list stays open when another one opens",
  },
  {
    features: ["html.elements.datalist"],
    files: "views/staff/*",
    reason: "Firefox for Android suggests nothing; the field takes what is typed",
  },
  {
    features: ["html.elements.link.rel.expect", "html.elements.link.blocking"],
    files: "views/layouts/*",
    reason: "serves the transition between pages, which the same browsers lack",
  },
  {
    features: ["html.elements.meta.name.*", "html.elements.link.rel.*"],
    files: "views/layouts/*",
    reason: "for phones, tabs and installed pages: where there is none of these, there is nothing to tell",
  },
  {
    features: ["html.elements.img.fetchpriority"],
    files: everywhere,
    reason: "elsewhere the picture comes in the browser's own order",
  },
];
