import type { Page } from "./page.ts";

/** A template inside its layout, by its path below views/ without its extension. */
export type View<Values> = { kind: "view"; name: string; values?: Values };

/** A template that is rendered alone, such as an email's. */
export type Part<Values> = { kind: "part"; name: string; values?: Values };

/** Names a view with the type of its values; `npm run check` compares the template with it. */
export const view = <Values extends Page>(name: string): View<Values> => ({ kind: "view", name });

/** Names a part with the type of its values; `npm run check` compares the template with it. */
export const part = <Values extends object>(name: string): Part<Values> => ({ kind: "part", name });

/** Renders a view. Synchronous; throws if there is no such template. */
export type Render = <Values extends Page>(view: View<Values>, page: NoInfer<Values>) => string;

/** Renders a template alone. Synchronous; throws if there is no such template. */
export type RenderPart = <Values extends object>(part: Part<Values>, values: NoInfer<Values>) => string;
