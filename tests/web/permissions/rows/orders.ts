import { orderCalls } from "../../../../server/orders/calls.ts";
import { cancelationPath, orderPaperPath, reviewPath, statusPath } from "../../../../server/orders/paths.ts";
import { reasons } from "../../../../server/orders/rules/cancel-reasons.ts";
import { address } from "../../../payments/shopper.ts";
import { paperKeyOf } from "../order-paper.ts";
import { type Row, rowFor } from "../row.ts";

const onOrder = (path: string) => ({ path, at: ({ orderId }: { orderId: string }) => path.replace(":orderId", orderId) });

export const orderRows: readonly Row[] = [
  { method: "GET", path: "/storefront/dashboard/", kind: "screen", summary: "The overview, with the customer's orders" },
  {
    method: "GET",
    path: "/storefront/dashboard/orders/",
    kind: "everybody",
    summary: "Redirects to the overview",
    yes: { json: 303 },
  },
  { method: "GET", ...onOrder("/storefront/dashboard/orders/:orderId/"), kind: "order", summary: "An order" },
  {
    method: "GET",
    path: orderPaperPath(":orderId", ":key"),
    at: ({ orderId, name }) => orderPaperPath(orderId, paperKeyOf(name)),
    kind: "order",
    summary: "A paper that an order keeps, as a PDF",
  },
  {
    method: "GET",
    ...onOrder("/storefront/checkout/confirmation/:orderId/"),
    kind: "confirmation",
    summary: "The page after a payment",
    note: "the browser that paid sees it for 24 hours",
  },
  {
    method: "GET",
    path: "/storefront/orders/lookup/",
    kind: "visitor",
    summary: "The order lookup, and the page of its emailed link",
  },
  rowFor(orderCalls.lookUpOrder, {
    kind: "visitor",
    summary: "Requests a link to an order",
    json: ({ email, orderNumber }) => ({ number: String(orderNumber), email }),
    note: "the same for an unknown order",
  }),
  rowFor(orderCalls.lookUpOrder, {
    kind: "secret",
    summary: "Opens an order in this browser for an hour, with its emailed link",
    json: async ({ link }) => ({ token: await link("lookup") }),
    wrong: { json: 409, native: 409 },
  }),
  {
    method: "GET",
    path: statusPath,
    at: async ({ link }) => `${statusPath}?token=${await link("order")}`,
    kind: "lastingSecret",
    summary: "State, products, and tracking of a guest's order, with an emailed link",
    yes: { json: 303 },
    wrong: { json: 404 },
    note: "redirects its customer, and whoever may see the whole order, to that",
  },
  rowFor(orderCalls.mailOrderLink, {
    kind: "lastingSecret",
    json: async ({ link }) => ({ token: await link("order") }),
    wrong: { json: 404, native: 404 },
  }),
  rowFor(orderCalls.buyAgain, { kind: "request", json: ({ orderId }) => ({ orderId }) }),
  rowFor(orderCalls.buyAgain, {
    kind: "lastingSecret",
    summary: "The same, with an emailed link",
    json: async ({ link }) => ({ token: await link("order") }),
    wrong: { json: 404, native: 404 },
  }),
  {
    method: "GET",
    path: reviewPath,
    at: async ({ link }) => `${reviewPath}?token=${await link("order")}`,
    kind: "lastingSecret",
    summary: "Forms for the reviews of what an order brought, with an emailed link",
    wrong: { json: 404 },
  },
  rowFor(orderCalls.requestAddress, {
    kind: "request",
    json: ({ orderId }) => ({ orderId, ...address, streetAddress1: "2 Oak Avenue" }),
  }),
  rowFor(orderCalls.withdrawAddressRequest, { kind: "request", json: ({ orderId }) => ({ orderId }) }),
  // The order has not shipped, and everybody with access to it is told so.
  rowFor(orderCalls.writeReview, {
    kind: "cancelation",
    json: ({ orderId }) => ({ orderId, productId: "p-2", stars: 5, text: "Good" }),
    yes: { json: 409, native: 409 },
    note: "of a guest’s order also who followed its emailed link",
  }),
  rowFor(orderCalls.writeReview, {
    kind: "lastingSecret",
    summary: "The same, with an emailed link",
    json: async ({ link }) => ({ token: await link("order"), productId: "p-2", stars: 5, text: "Good" }),
    yes: { json: 409, native: 409 },
    wrong: { json: 404, native: 404 },
  }),
  rowFor(orderCalls.removeReview, {
    kind: "cancelation",
    json: ({ orderId }) => ({ orderId, productId: "p-2" }),
    yes: { json: 404, native: 404 },
    note: "404 also where nothing was bought; of a guest’s order also who followed its emailed link",
  }),
  rowFor(orderCalls.requestCancelation, {
    kind: "request",
    json: ({ orderId, orderNumber, email }) => ({ orderId, orderNumber, userEmail: email, reason: reasons[0] }),
    native: ({ orderNumber }) => ({ orderNumber: String(orderNumber) }),
  }),
  // The order has not shipped, and everybody with access to it is told so.
  rowFor(orderCalls.requestReturn, {
    kind: "request",
    json: ({ orderId }) => ({ orderId, seen: "0", returnReason: "It is too small." }),
    yes: { json: 409, native: 409 },
  }),
  rowFor(orderCalls.cancelOrder, { kind: "cancelation", at: ({ orderId }) => cancelationPath(orderId) }),
];
