import { access, constants } from "node:fs/promises";
import { sep } from "node:path";
import { create } from "express-handlebars";
import handlebars from "handlebars";
import { LRUCache } from "lru-cache";
import { dollars } from "../money.ts";
import { escapeHtml, jsonScript, ldScript } from "./html.ts";
import type { Islands } from "./islands.ts";
import { memoizePartial } from "./memoize-partial.ts";
import type { CommonValues, Frame, LayoutValues, PartValues, SocialOffer } from "./page.ts";
import type { Render, RenderPart } from "./view.ts";
import { locatedHelper, locatedTemplate } from "./view-error.ts";

/** Helpers of templates; `npm run check` accepts no other. */
export type Helper = keyof typeof helpers | "pathTo" | "assetHref";

type Template = HandlebarsTemplateDelegate;

/**
 * Finds a view by its name. Each view is compiled when it is first rendered, once for all callers.
 */
export type Templates = (view: string) => Template;

type Options = {
  templates: Templates;
  islands: Islands;
  cookiePrefix?: string;
  social?: SocialOffer | undefined;
  /** the values that all pages show; the same object until one changes */
  frame: () => Frame;
  /** the values that all parts rendered alone show */
  part: () => PartValues;
};

const icons = new LRUCache<string, Handlebars.SafeString>({ max: 200 });

/**
 * Draws an icon of the page's set (views/ui/icons.hbs). A partial would copy all of the page's
 * values for each icon.
 */
function icon(name: unknown, { hash }: Handlebars.HelperOptions): Handlebars.SafeString {
  const shape = hash.turn ? `${name} icon--${hash.turn}` : String(name);
  const cached = icons.get(shape);
  if (cached) return cached;
  const [id = "", ...turned] = shape.split(" ");
  const classes = escapeHtml(["icon", ...turned].join(" "));
  const svg = new handlebars.SafeString(
    `<svg class="${classes}" aria-hidden="true"><use href="#i-${escapeHtml(id)}"></use></svg>`,
  );
  icons.set(shape, svg);
  return svg;
}

const helpers = {
  icon,
  eq: (a: unknown, b: unknown) => a === b,
  not: (value: unknown) => !value,
  or: (...values: unknown[]) => values.slice(0, -1).find(Boolean),
  and: (...values: unknown[]) => values.slice(0, -1).every(Boolean),
  dollars: (cents: unknown) => dollars(Number(cents)),
  /** for an email's plain text, where a line end in a name would begin a new line */
  oneLine: (text: unknown) => String(text).replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " "),
  /** for an email's paragraph: makes the address at its end a link */
  linked: (paragraph: unknown) =>
    new handlebars.SafeString(
      escapeHtml(String(paragraph)).replace(/(?<=: )https:\/\/\S+$/, (href) => `<a href="${href}">${href}</a>`),
    ),
  /** `(object of=id name=heading)`: an island's props built in a template */
  object: ({ hash }: Handlebars.HelperOptions) => hash as object,
  jsonScript: (id: string, value: unknown) => new handlebars.SafeString(jsonScript(id, value)),
  ldScript: (value: unknown) => new handlebars.SafeString(ldScript(value)),
};

/**
 * Partials that read only their own context and are on most pages, some many times. Their HTML is
 * cached, so each card is rendered once.
 */
const memoizedPartials = new Set(["catalog/card", "layouts/nav", "layouts/footer"]);

/**
 * A partial gets only the values that its call passes, so that they can be checked; `this` passes
 * all of the caller's values. A partial's lines are not indented to its call, since that takes
 * longer than rendering most partials.
 */
const compilerOptions = {
  explicitPartialContext: true,
  preventIndent: true,
  knownHelpers: {
    island: true,
    pathTo: true,
    assetHref: true,
    ...Object.fromEntries(Object.keys(helpers).map((name) => [name, true])),
  },
};

/**
 * Compiles every template once and makes it a partial of the others under its path:
 * express-handlebars would resolve them again at each render. `links` are the addresses of the
 * helper `pathTo`.
 */
export async function compileTemplates(
  directory: string,
  islands: Islands,
  links: Readonly<Record<string, string>>,
): Promise<Templates> {
  // Unreadable folders would be skipped silently.
  await access(directory, constants.R_OK | constants.X_OK);
  const hbs = handlebars.create();
  const engine = create({ extname: ".hbs", handlebars: hbs, partialsDir: directory, compilerOptions });
  const files = await engine.getTemplates(directory, { cache: true });
  const templates = new Map<string, Template>();
  for (const [path, template] of Object.entries(files)) {
    const name = path
      .replace(/\.hbs$/, "")
      .split(sep)
      .join("/");
    const located = locatedTemplate(name, template as Template);
    templates.set(name, located);
    hbs.registerPartial(name, memoizedPartials.has(name) ? memoizePartial(located, islands) : located);
  }
  const ofIslands = { island: islands.helper, slot: islands.slotHelper, assetHref: islands.assetHref };
  const all = { ...helpers, ...ofIslands, pathTo: (name: string) => links[name] };
  for (const [name, helper] of Object.entries<Handlebars.HelperDelegate>(all)) hbs.registerHelper(name, locatedHelper(helper));
  return (view) => {
    const template = templates.get(view);
    if (!template) throw new Error(`there is no view ${view}`);
    return template;
  };
}

/**
 * Returns a function that finds the values of the navigation and the footer by the entry that is
 * marked. Each entry has one object that is kept, since the rendered HTML is cached under this
 * object.
 */
function frameValuesOf(frame: Frame) {
  const frameFor = (current: string | undefined): CommonValues["frame"] => ({
    ...frame,
    nav: frame.header.map((entry) => ({ ...entry, current: entry.href === current })),
  });
  const byPath = new Map(frame.header.map(({ href }) => [href, frameFor(href)]));
  const plain = frameFor(undefined);
  return (current: string | undefined): CommonValues["frame"] => byPath.get(current ?? "") ?? plain;
}

/** Returns the frame's values, made again if the frame has changed. */
function openFrameValues(frame: () => Frame): (current: string | undefined) => CommonValues["frame"] {
  let currentFrame = frame();
  let frameValues = frameValuesOf(currentFrame);
  return (current) => {
    const latest = frame();
    if (latest !== currentFrame) frameValues = frameValuesOf(latest);
    currentFrame = latest;
    return frameValues(current);
  };
}

const commonValues = (
  cookiePrefix: string,
  social: SocialOffer | undefined,
): Omit<CommonValues, "frame" | "storeName" | "logo" | "hasDrawing" | "cssHref" | "staffCssHref"> => ({
  cookiePrefix,
  social,
  cartButton: {},
  searchBox: {},
  hosts: { toasts: {}, overlay: {} },
});

/**
 * Opens two renderers: `render` puts a view into its layout; `renderPart` renders a template alone,
 * such as an email's.
 */
export function openViews({ templates, islands, cookiePrefix = "", social, frame, part }: Options): {
  render: Render;
  renderPart: RenderPart;
} {
  const frameValues = openFrameValues(frame);
  const common = commonValues(cookiePrefix, social);
  const render: Render = (view, page) => {
    const { current, layout = "main" } = page as LayoutValues["main"];
    const data = { islands: islands.openPage() };
    const sheets = { cssHref: islands.css, staffCssHref: islands.stylesheets.staff ?? null };
    const pageFrame = frameValues(current);
    const values = {
      ...common,
      ...sheets,
      storeName: pageFrame.storeName,
      logo: pageFrame.logo,
      hasDrawing: pageFrame.hasDrawing,
      frame: pageFrame,
      ...page,
    };
    const body = templates(view.name)(values, { data });
    const renderLayout = (modules: string) => templates(`layouts/${layout}`)({ ...values, body, modules }, { data });
    // A layout's own islands rarely change the head: the head is rendered before the islands, and
    // again only if they changed it.
    const modules = islands.moduleHead(data.islands);
    const html = renderLayout(modules);
    const complete = islands.moduleHead(data.islands);
    return complete === modules ? html : renderLayout(complete);
  };
  const renderPart: RenderPart = ({ name }, values) => templates(name)({ ...part(), ...values });
  return { render, renderPart };
}
