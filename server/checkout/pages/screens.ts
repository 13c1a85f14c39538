import type { Page } from "../../web/page.ts";
import type { View } from "../../web/view.ts";

/** A view and its values. */
type Screen<Values> = { view: View<Values>; page: Values };

/** A screen, or the address of an earlier screen. */
export type ScreenOrRedirect<Values = Page> = Screen<Values> | { redirect: string };
