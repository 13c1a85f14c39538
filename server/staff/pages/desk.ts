import {
  staffCustomersPath,
  staffEmailsPath,
  staffJobsPath,
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
} from "../paths.ts";
import type { OpenStaffSession } from "../queries/sessions.ts";
import { mayEnter, type Need } from "../rules/roles.ts";

type Screen = { name: string; href: string; need?: Need };

/** The screens of the navigation, in its order. */
const screens: readonly Screen[] = [
  { name: "Today", href: staffPath },
  { name: "Orders", href: staffOrdersPath, need: { area: "orders", access: "read" } },
  { name: "Products", href: staffProductsPath, need: { area: "products", access: "read" } },
  { name: "Stock", href: staffStockPath, need: { area: "stock", access: "read" } },
  { name: "Rules", href: staffRulesPath("promos"), need: { area: "rules", access: "read" } },
  { name: "Customers", href: staffCustomersPath, need: { area: "customers", access: "read" } },
  { name: "Reports", href: staffReportsPath, need: { area: "reports", access: "read" } },
  { name: "Reviews", href: staffReviewsPath, need: { area: "reviews", access: "read" } },
  { name: "Pages", href: staffPagesPath, need: { area: "pages", access: "read" } },
  { name: "Emails", href: staffEmailsPath, need: { area: "emails", access: "read" } },
  { name: "Settings", href: staffSettingsPath, need: { area: "settings", access: "read" } },
  { name: "Jobs", href: staffJobsPath, need: { area: "jobs", access: "read" } },
  { name: "Payments", href: staffPaymentsPath, need: { area: "payments", access: "read" } },
  { name: "People", href: staffPeoplePath, need: { area: "people", access: "read" } },
];

/** What follows `g` on the keyboard, by the screen's name. */
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

const screensOf = ({ role }: OpenStaffSession, setsUp: boolean) =>
  setsUp ? [] : screens.filter(({ need }) => need === undefined || mayEnter(role, need));

/** `setsUp`: nothing else is open before a second step is set up. `undone`: this page follows an undo, and says so. `isAnswer`: it answers a form, with what was typed. */
export type DeskInput = {
  staff: OpenStaffSession;
  token: string;
  q?: string;
  setsUp?: boolean;
  undone?: boolean;
  isAnswer?: boolean;
};

/** What the staff's layout shows on each of its pages; `current` is the path of the screen. */
export const deskFrame = (
  { staff, token, q, setsUp = false, undone = false, isAnswer = false }: DeskInput,
  title: string,
  current: string | undefined,
) =>
  ({
    layout: "staff",
    robots: "noindex",
    title,
    desk: {
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
