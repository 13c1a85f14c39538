import type { Request, Response } from "express";
import { links } from "../links.ts";
import type { LayoutValues } from "../web/page.ts";
import { csrfToken } from "../web/token.ts";
import { dashboardPath, profilePath, settingsPath } from "./paths.ts";

/** The customer's own screens, in the order of their navigation. */
const screens = [
  { name: "Overview", href: dashboardPath },
  { name: "Favorites", href: links.wishlist },
  { name: "Profile", href: profilePath },
  { name: "Settings", href: settingsPath },
];

/** The values that every screen of the dashboard receives. */
export type DashboardFrame = Pick<LayoutValues["dashboard"], "layout" | "title" | "account"> & { robots: string };

/**
 * The values of layouts/dashboard, which a screen adds to its own values. `title` is the screen's
 * title. `current` is the screen's address, which the navigation marks. The forms of the screen
 * also use `account.token`.
 */
export function dashboardFrame(req: Request, res: Response, title: string, current: string): DashboardFrame {
  const marked = screens.map((screen) => ({ ...screen, current: screen.href === current }));
  return { layout: "dashboard", robots: "noindex", title, account: { token: csrfToken(req, res), screens: marked } };
}
