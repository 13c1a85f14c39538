import { staffCalls } from "../../../../server/staff/calls.ts";
import type { Permission } from "../../../../server/staff/people/rules/permissions.ts";
import type { Call } from "../../../../server/web/call.ts";
import { type Row, rowFor } from "../row.ts";

const screen = (path: string, summary: string, needs?: Permission): Row => ({
  method: "GET",
  path,
  kind: "staff",
  summary,
  ...(needs && { needs }),
});
const { signInStaff, signOutStaff, joinStaff, beginStaffPasskeySignIn, signInStaffWithPasskey, ...others } = staffCalls;
/**
 * These calls upload files. A native form has its token in the body beside the file. The shop does
 * not read the body of a requester who is not signed in.
 */
const { uploadPictures, uploadProducts, uploadBannerPicture, uploadLogo } = staffCalls;
const uploads: readonly Call[] = [uploadPictures, uploadProducts, uploadBannerPicture, uploadLogo];

/** The staff's routes, called by shoppers. */
export const staffRows: readonly Row[] = [
  { method: "GET", path: "/staff/signin/", kind: "visitor", summary: "The staff’s sign-in" },
  { method: "GET", path: "/staff/join/", kind: "visitor", summary: "The page of a link that sets a password" },
  rowFor(signInStaff, {
    kind: "staffSecret",
    json: ({ email }) => ({ email, password: "Green-leaf-42" }),
    wrong: { json: 401, native: 401 },
  }),
  rowFor(joinStaff, {
    kind: "staffSecret",
    json: () => ({ token: "A".repeat(43), name: "Pat", password: "Blue-river-88" }),
    wrong: { json: 409, native: 409 },
  }),
  rowFor(beginStaffPasskeySignIn, { kind: "visitor", json: () => ({}) }),
  rowFor(signInStaffWithPasskey, {
    kind: "staffSecret",
    json: () => ({ credential: "{}" }),
    wrong: { json: 401, native: 401 },
  }),
  rowFor(signOutStaff, { kind: "visitor", note: "changes nothing for who is not signed in as staff" }),
  screen("/staff/", "What waits for the staff, and the sales"),
  screen("/staff/security/", "How somebody of the staff signs in"),
  screen("/staff/security/authenticator/", "Setting up an authenticator app"),
  screen("/staff/people/", "Who may come in", "people:read"),
  screen("/staff/people/:id/", "One of them", "people:read"),
  screen("/staff/roles/", "The roles, and how many people have each", "people:read"),
  screen("/staff/roles/new/", "A new role", "people:write"),
  screen("/staff/roles/:id/", "A role: what it opens", "people:read"),
  screen("/staff/search/", "A search over orders, products, and customers"),
  screen("/staff/customers/", "The customers, with search", "customers:read"),
  screen("/staff/customers.csv", "The same as a file", "customers:read"),
  screen("/staff/customers/:key/", "A customer, and what can be done for them", "customers:read"),
  screen("/staff/reviews/", "The reviews, by state", "reviews:read"),
  screen("/staff/reviews.csv", "The same as a file", "reviews:read"),
  screen("/staff/reviews/:id/", "A review, and what can be decided of it", "reviews:read"),
  screen("/staff/pages/", "Banners, pages of text, and redirects", "pages:read"),
  screen("/staff/pages/navigation/", "The links of the header and the footer", "pages:read"),
  screen("/staff/pages/banners/:id/", "A banner", "pages:read"),
  screen("/staff/pages/preview/:page/", "A page as it will be", "pages:read"),
  screen("/staff/pages/texts/:slug/", "A page of text", "pages:read"),
  screen("/staff/emails/", "The emails that the shop sends", "emails:read"),
  screen("/staff/emails/:kind/", "The words of an email", "emails:read"),
  screen("/staff/settings/", "What the shop is called, how it looks, and its legal lines", "settings:read"),
  screen("/staff/jobs/", "What the shop has yet to do", "jobs:read"),
  screen("/staff/payments/", "Payments that are not decided, and those without an order", "payments:read"),
  screen("/staff/products/", "The products, with search and filters", "products:read"),
  screen("/staff/products.csv", "The same as a file", "products:read"),
  screen("/staff/bulk/products/", "What an action would do to the selected products", "products:write"),
  screen("/staff/bulk/promos/", "What an action would do to the selected promos", "rules:write"),
  screen("/staff/bulk/reviews/", "What an action would do to the selected reviews", "reviews:write"),
  screen("/staff/bulk/stock/", "What a count sheet of the selected variants would hold", "stock:write"),
  screen("/staff/synonyms/", "The words that mean the same in the shop’s search", "products:read"),
  screen("/staff/categories/", "The categories, in their order", "products:read"),
  screen("/staff/categories/:id/", "A category", "products:read"),
  screen("/staff/imports/", "Uploading a product file, and what became of earlier ones", "products:read"),
  screen("/staff/imports/:id/", "What a file would change, or has changed", "products:read"),
  screen("/staff/imports/:id/report.csv", "The same as a file", "products:read"),
  screen("/staff/products/new/", "Adding a product", "products:write"),
  screen("/staff/products/:id/", "A product and its variants", "products:read"),
  screen("/staff/products/:id/preview/", "A product’s page as shoppers will see it", "products:read"),
  screen("/staff/products/:id/schedule/", "A product’s publication and prices to come", "products:read"),
  screen("/staff/products/:id/pictures/", "The former page of a product’s pictures, which leads to the product", "products:read"),
  screen("/staff/reports/", "What was sold, and what is in stock", "reports:read"),
  screen("/staff/reports.csv", "The same as a file", "reports:read"),
  screen("/staff/catalog.csv", "The catalog as a file that the import takes", "products:read"),
  screen("/staff/stock/", "The stock, with search", "stock:read"),
  screen("/staff/stock.csv", "The same as a file", "stock:read"),
  screen("/staff/stock/:id/", "A variant’s stock and its movements", "stock:read"),
  screen("/staff/counts/", "The sheets on which stock is counted", "stock:read"),
  screen("/staff/counts/:id/", "A sheet, and what was counted", "stock:read"),
  screen("/staff/counts/:id/print/", "A sheet to print", "stock:read"),
  screen("/staff/orders/", "The orders, with search and filters", "orders:read"),
  screen("/staff/orders/bulk/", "What an action would do to the selected orders", "orders:ship"),
  screen("/staff/bulk/:id/", "What an action on many records has done"),
  screen("/staff/orders.csv", "The same as a file", "orders:read"),
  screen("/staff/slips/", "Packing slips of several orders", "orders:read"),
  screen("/staff/orders/:number/slip/", "An order’s packing slip", "orders:read"),
  screen("/staff/orders/:number/invoice/", "An order’s invoice", "orders:read"),
  screen("/staff/orders/:number/", "An order, and what can be done with it", "orders:read"),
  screen("/staff/phone-orders/", "Phone orders that are not paid yet", "orders:read"),
  screen("/staff/phone-orders/:id/", "A phone order, and the link by which its shopper pays", "orders:read"),
  ...(["promos", "zones", "methods", "taxes", "gifts", "means"] as const).flatMap((kind) => [
    screen(`/staff/rules/${kind}/`, `The selling rules: ${kind}`, "rules:read"),
    screen(`/staff/rules/${kind}/new/`, `A new one of the ${kind}`, "rules:write"),
    screen(`/staff/rules/${kind}/:id/`, `One of the ${kind}`, "rules:read"),
  ]),
  screen("/staff/rules/promos.csv", "The promos as a file", "rules:read"),
  screen("/staff/rules/states/", "What may not be sold where", "rules:read"),
  screen("/staff/rules/states/:id/", "What may not be sold in a state", "rules:read"),
  screen("/staff/rules/states/categories/:slug/", "Where a category may not be sold", "rules:read"),
  screen("/staff/rules/simulation/", "Trying the rules on a sample cart", "rules:read"),
  ...Object.values(others).map((call) => rowFor(call, { kind: "staff", ...(uploads.includes(call) && { native401: 403 }) })),
];
