import {
  staffActivityPath,
  staffCustomersPath,
  staffEmailsPath,
  staffJobsPath,
  staffOrderPath,
  staffOrdersPath,
  staffPagesPath,
  staffPath,
  staffPaymentsPath,
  staffPeoplePath,
  staffProductsPath,
  staffReportsPath,
  staffReviewsPath,
  staffRulesPath,
  staffSettingsPath,
  staffSignOutPath,
  staffStockPath,
} from "./paths.ts";
import { everyRead, may, type Need } from "./people/rules/permissions.ts";
import type { OpenStaffSession } from "./sign-in/queries/sessions.ts";

type Screen = { name: string; href: string; need?: Need };

/** The screens of the navigation, in its order. */
const screens: readonly Screen[] = [
  { name: "Today", href: staffPath },
  { name: "Orders", href: staffOrdersPath, need: "orders:read" },
  { name: "Products", href: staffProductsPath, need: "products:read" },
  { name: "Stock", href: staffStockPath, need: "stock:read" },
  { name: "Rules", href: staffRulesPath("promos"), need: "rules:read" },
  { name: "Customers", href: staffCustomersPath, need: "customers:read" },
  { name: "Reports", href: staffReportsPath, need: "reports:read" },
  { name: "Reviews", href: staffReviewsPath, need: "reviews:read" },
  { name: "Pages", href: staffPagesPath, need: "pages:read" },
  { name: "Emails", href: staffEmailsPath, need: "emails:read" },
  { name: "Settings", href: staffSettingsPath, need: "settings:read" },
  { name: "Jobs", href: staffJobsPath, need: "jobs:read" },
  { name: "Payments", href: staffPaymentsPath, need: "payments:read" },
  { name: "People", href: staffPeoplePath, need: "people:read" },
  { name: "Activity", href: staffActivityPath, need: everyRead },
];

/**
 * The keyboard shortcut of each screen, by the screen's name. Typing `g` and then this letter opens
 * the screen.
 */
const letters: Readonly<Record<string, string>> = {
  Today: "t",
  Orders: "o",
  Products: "p",
  Stock: "s",
  Customers: "c",
  Jobs: "j",
  Payments: "m",
  People: "e",
};

const screensOf = (staff: OpenStaffSession, setsUp: boolean) =>
  setsUp ? [] : screens.filter(({ need }) => need === undefined || may(staff, need));

/**
 * `setsUp`: the person has to set up a second step before they can open other pages. `undone`: the
 * page follows an undo, and says so. `isAnswer`: the page answers a form, and shows the typed
 * values.
 */
export type StaffContext = {
  staff: OpenStaffSession;
  token: string;
  q?: string;
  setsUp?: boolean;
  undone?: boolean;
  isAnswer?: boolean;
};

/** The link to an order's page, for those who may see orders; else undefined. */
export const orderHref = ({ staff }: StaffContext, number: number | undefined): string | undefined =>
  number !== undefined && may(staff, "orders:read") ? staffOrderPath(number) : undefined;

/** The values that the staff's layout needs on every page; `current` is the path of the screen. */
export const staffFrame = (
  { staff, token, q, setsUp = false, undone = false, isAnswer = false }: StaffContext,
  title: string,
  current: string | undefined,
) =>
  ({
    layout: "staff",
    robots: "noindex",
    title,
    staff: {
      token,
      name: staff.name || staff.email,
      role: staff.role,
      undone,
      screens: screensOf(staff, setsUp).map(({ name, href }) => ({ name, href, current: href === current })),
      shortcuts: {
        screens: screensOf(staff, setsUp).flatMap(({ name, href }) =>
          letters[name] ? [{ key: letters[name], name, href }] : [],
        ),
        signOut: staffSignOutPath,
      },
      drafts: { owner: staff.staffId, isAnswer },
      ...(q !== undefined && { q }),
    },
  }) as const;
