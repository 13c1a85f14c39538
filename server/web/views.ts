import { sep } from "node:path";
import { create } from "express-handlebars";
import handlebars from "handlebars";
import { dollars } from "../money.ts";
import { jsonScript } from "./html.ts";
import type { Islands } from "./islands.ts";

/** What a template receives. The layout takes the first ones, the template all. */
export type Page = {
  title: string;
  description?: string;
  /** absolute */
  canonical?: string;
  robots?: string;
  layout?: "main" | "checkout";
  /** the landing page or path that the navigation marks */
  current?: string;
  [value: string]: unknown;
};

/** Renders `view` (a path below views/ without its ending) in its layout. Synchronous; throws when there is no such view. */
export type Render = (view: string, page: Page) => string;
/** Renders a template alone, such as a mail's. */
export type RenderPart = (view: string, values: Record<string, unknown>) => string;

type Options = { directory: string; islands: Islands; storeName: string };

type Template = HandlebarsTemplateDelegate;

/** The five landing pages of specification §2, in the order of the navigation. */
const navigation = [
  { name: "Seeds", href: "/storefront/seeds/" },
  { name: "Glass", href: "/storefront/glass/" },
  { name: "Mushrooms", href: "/storefront/mushrooms/" },
  { name: "Apparel", href: "/storefront/apparel/" },
  { name: "That Badu", href: "/storefront/that-badu/" },
];

const helpers = {
  eq: (a: unknown, b: unknown) => a === b,
  not: (value: unknown) => !value,
  or: (...values: unknown[]) => values.slice(0, -1).find(Boolean),
  and: (...values: unknown[]) => values.slice(0, -1).every(Boolean),
  dollars: (cents: unknown) => dollars(Number(cents)),
  json: (value: unknown) => JSON.stringify(value),
  jsonScript: (id: string, value: unknown) => new handlebars.SafeString(jsonScript(id, value)),
};

/** Every template is compiled once and is a partial of the others under its path: express-handlebars would resolve them again at each render. */
async function compileAll(directory: string, islands: Islands): Promise<Map<string, Template>> {
  const hbs = handlebars.create();
  const engine = create({ extname: ".hbs", handlebars: hbs, partialsDir: directory });
  const found = await engine.getTemplates(directory, { cache: true });
  const templates = new Map<string, Template>();
  for (const [path, template] of Object.entries(found)) {
    const name = path
      .replace(/\.hbs$/, "")
      .split(sep)
      .join("/");
    templates.set(name, template as Template);
    hbs.registerPartial(name, template as Template);
  }
  hbs.registerHelper({ ...helpers, island: islands.helper });
  return templates;
}

/** Stands where the head's module tags go until the whole page has told which islands it holds. */
const modulePlace = "<!-- modules -->";

/** Loads all views once at the start and returns the one way in which every page and mail is rendered. */
export async function openViews({ directory, islands, storeName }: Options): Promise<{ render: Render; renderPart: RenderPart }> {
  const templates = await compileAll(directory, islands);
  const template = (view: string): Template => {
    const found = templates.get(view);
    if (!found) throw new Error(`there is no view ${view}`);
    return found;
  };
  const frame = {
    storeName,
    cssHref: islands.css,
    links: {},
    cartButton: {},
    hosts: { toasts: {}, overlay: {} },
    head: modulePlace,
  };
  const render: Render = (view, page) => {
    const data = { islands: islands.openPage() };
    const nav = navigation.map((entry) => ({ ...entry, current: entry.href === page.current }));
    const values = { ...frame, nav, ...page };
    const body = template(view)(values, { data });
    const html = template(`layouts/${page.layout ?? "main"}`)({ ...values, body }, { data });
    return html.replace(modulePlace, () => islands.moduleHead(data.islands));
  };
  const renderPart: RenderPart = (view, values) => template(view)({ storeName, ...values });
  return { render, renderPart };
}
