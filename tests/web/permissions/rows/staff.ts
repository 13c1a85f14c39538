import { staffCalls } from "../../../../server/staff/calls.ts";
import type { Call } from "../../../../server/web/call.ts";
import { type Row, rowFor } from "../row.ts";

const screen = (path: string, summary: string): Row => ({ method: "GET", path, kind: "staff", summary });
const { signInStaff, signOutStaff, joinStaff, ...others } = staffCalls;
/** Takes files, which are not read for who is not signed in: nor is a token that would come with them. */
const uploads: readonly Call[] = [staffCalls.uploadPictures];

/** The staff's side, asked by shoppers. */
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
  rowFor(signOutStaff, { kind: "visitor", note: "changes nothing for who is not signed in as staff" }),
  screen("/staff/", "What waits for the staff, and the sales"),
  screen("/staff/security/", "How somebody of the staff signs in"),
  screen("/staff/security/authenticator/", "Setting up an authenticator app"),
  screen("/staff/people/", "Who may come in"),
  screen("/staff/people/:id/", "One of them"),
  screen("/staff/search/", "A search over orders, products, and customers"),
  screen("/staff/customers/", "The customers, with search"),
  screen("/staff/customers/:key/", "A customer, and what can be done for them"),
  screen("/staff/reviews/", "The reviews, by state"),
  screen("/staff/reviews/:id/", "A review, and what can be decided of it"),
  screen("/staff/pages/", "Banners, pages of text, and redirects"),
  screen("/staff/pages/navigation/", "The links of the header and the footer"),
  screen("/staff/pages/banners/:id/", "A banner"),
  screen("/staff/pages/preview/:page/", "A page as it will be"),
  screen("/staff/pages/texts/:slug/", "A page of text"),
  screen("/staff/settings/", "What the shop is called, how it looks, and its legal lines"),
  screen("/staff/jobs/", "What the shop has yet to do"),
  screen("/staff/payments/", "Payments that are not decided, and those without an order"),
  screen("/staff/products/", "The products, with search and filters"),
  screen("/staff/products.csv", "The same as a file"),
  screen("/staff/products/new/", "Adding a product"),
  screen("/staff/products/:id/", "A product and its variants"),
  screen("/staff/products/:id/preview/", "A product’s page as shoppers will see it"),
  screen("/staff/products/:id/schedule/", "A product’s publication and prices to come"),
  screen("/staff/products/:id/pictures/", "A product’s pictures"),
  screen("/staff/reports/", "What was sold, and what is in stock"),
  screen("/staff/reports.csv", "The same as a file"),
  screen("/staff/catalog.csv", "The catalog as a file that the import takes"),
  screen("/staff/stock/", "The stock, with search"),
  screen("/staff/stock.csv", "The same as a file"),
  screen("/staff/stock/:id/", "A variant’s stock and its movements"),
  screen("/staff/counts/", "The sheets on which stock is counted"),
  screen("/staff/counts/:id/", "A sheet, and what was counted"),
  screen("/staff/counts/:id/print/", "A sheet to print"),
  screen("/staff/orders/", "The orders, with search and filters"),
  screen("/staff/orders/bulk/", "What an action would do to the selected orders"),
  screen("/staff/bulk/:id/", "What an action on many records has done"),
  screen("/staff/orders.csv", "The same as a file"),
  screen("/staff/slips/", "Packing slips of several orders"),
  screen("/staff/orders/:number/slip/", "An order’s packing slip"),
  screen("/staff/orders/:number/invoice/", "An order’s invoice"),
  screen("/staff/orders/:number/", "An order, and what can be done with it"),
  ...(["promos", "zones", "methods", "taxes", "gifts"] as const).flatMap((kind) => [
    screen(`/staff/rules/${kind}/`, `The selling rules: ${kind}`),
    screen(`/staff/rules/${kind}/new/`, `A new one of the ${kind}`),
    screen(`/staff/rules/${kind}/:id/`, `One of the ${kind}`),
  ]),
  screen("/staff/rules/promos.csv", "The promos as a file"),
  screen("/staff/rules/states/", "What may not be sold where"),
  screen("/staff/rules/states/:id/", "What may not be sold in a state"),
  screen("/staff/rules/states/categories/:slug/", "Where a category may not be sold"),
  screen("/staff/rules/simulation/", "Trying the rules on a sample cart"),
  ...Object.values(others).map((call) => rowFor(call, { kind: "staff", ...(uploads.includes(call) && { native401: 403 }) })),
];
