import { customerCalls } from "../../../../server/customers/calls.ts";
import { wishlistCalls } from "../../../../server/wishlist/calls.ts";
import { favouritePath } from "../../../../server/wishlist/paths.ts";
import { type Row, rowFor } from "../row.ts";

const elm = { firstName: "Ann", lastName: "Lee", street: "1 Elm Street", city: "Austin", state: "TX", zipCode: "73301" };
const heart = { kind: "customer", at: () => favouritePath("p-3"), native401: 401 } as const;

export const customerRows: readonly Row[] = [
  {
    method: "GET",
    path: "/storefront/wishlist/",
    kind: "visitor",
    summary: "Favorites; a guest's are known only to the browser",
  },
  rowFor(wishlistCalls.findFavourites, { kind: "customer" }),
  rowFor(wishlistCalls.addFavourite, heart),
  rowFor(wishlistCalls.removeFavourite, heart),
  rowFor(wishlistCalls.addFavouriteByForm, { kind: "heart", json: () => ({ productId: "p-3" }) }),
  { method: "GET", path: "/storefront/dashboard/profile/", kind: "screen", summary: "The profile" },
  rowFor(customerCalls.saveField, {
    kind: "customer",
    at: () => "/storefront/api/customers/phone",
    json: () => ({ value: "512 555 0100" }),
  }),
  rowFor(customerCalls.removeAvatar, { kind: "customer" }),
  { method: "GET", path: "/storefront/dashboard/settings/", kind: "screen", summary: "The settings" },
  rowFor(customerCalls.addAddress, { kind: "customer", json: () => elm }),
  rowFor(customerCalls.changeAddress, { kind: "record", json: ({ addressId: id }) => ({ ...elm, id }) }),
  rowFor(customerCalls.chooseDefaultAddress, { kind: "record", json: ({ addressId: id }) => ({ id }) }),
  rowFor(customerCalls.removeAddress, { kind: "record", json: ({ addressId: id }) => ({ id }) }),
  rowFor(customerCalls.endSession, { kind: "record", proof: true, json: ({ sessionId: id }) => ({ id }) }),
  rowFor(customerCalls.saveField, {
    kind: "customer",
    summary: "Requests a change of the email address",
    at: () => "/storefront/api/customers/email",
    json: ({ email }) => ({ value: `other-${email}` }),
    proof: true,
    ends: "session",
  }),
  rowFor(customerCalls.endAllSessions, { kind: "customer", proof: true, ends: "session" }),
  rowFor(customerCalls.exportData, { kind: "customer", proof: true, yes: { native: 200 } }),
  rowFor(customerCalls.disableAccount, { kind: "customer", native: () => ({ confirmed: "yes" }), proof: true, ends: "account" }),
];
