import type { Row } from "../row.ts";

const token = { guard: "token" } as const;
const elm = { firstName: "Ann", lastName: "Lee", street: "1 Elm Street", city: "Austin", state: "TX", zipCode: "73301" };
const heart = { path: "/storefront/api/customers/wishlist/:productId", at: () => "/storefront/api/customers/wishlist/p-3" };
const book = "/storefront/api/customers/address";

export const customerRows: readonly Row[] = [
  { method: "GET", path: "/storefront/wishlist/", kind: "visitor", does: "favourites; a guest's are known to the browser alone" },
  { method: "GET", path: "/storefront/api/customers/wishlist/any", kind: "customer", does: "the customer's favourites" },
  {
    method: "POST",
    ...heart,
    kind: "customer",
    does: "adds a favourite",
    ...token,
    native401: 401,
  },
  { method: "DELETE", ...heart, kind: "customer", does: "takes a favourite out", ...token, native401: 401 },
  {
    method: "POST",
    path: "/storefront/wishlist/add",
    kind: "heart",
    does: "adds a favourite from a page that is the same for everybody",
    guard: "origin",
    json: () => ({ productId: "p-3" }),
  },
  { method: "GET", path: "/storefront/dashboard/profile/", kind: "screen", does: "the profile" },
  {
    method: "PUT",
    path: "/storefront/api/customers/:field",
    at: () => "/storefront/api/customers/phone",
    kind: "customer",
    does: "changes a field of the profile",
    ...token,
    json: () => ({ value: "512 555 0100" }),
  },
  {
    method: "DELETE",
    path: "/storefront/api/customers/avatar",
    kind: "customer",
    does: "takes the customer's picture away, if there is one",
    ...token,
  },
  { method: "GET", path: "/storefront/dashboard/settings/", kind: "screen", does: "the settings" },
  { method: "POST", path: book, kind: "customer", does: "adds an address", ...token, json: () => elm },
  {
    method: "PUT",
    path: book,
    kind: "record",
    does: "changes an address",
    ...token,
    json: ({ addressId: id }) => ({ ...elm, id }),
  },
  {
    method: "POST",
    path: `${book}/default`,
    kind: "record",
    does: "makes it the default one",
    ...token,
    json: ({ addressId: id }) => ({ id }),
  },
  { method: "DELETE", path: book, kind: "record", does: "removes it", ...token, json: ({ addressId: id }) => ({ id }) },
  {
    method: "DELETE",
    path: "/storefront/api/customers/session",
    kind: "record",
    does: "signs one device out",
    ...token,
    json: ({ sessionId: id }) => ({ id }),
  },
  {
    method: "PUT",
    path: "/storefront/api/customers/:field",
    at: () => "/storefront/api/customers/email",
    kind: "customer",
    does: "asks for another address",
    ...token,
    json: ({ email }) => ({ value: `other-${email}` }),
    ends: "session",
  },
  {
    method: "DELETE",
    path: "/storefront/api/customers/sessions",
    kind: "customer",
    does: "signs all devices out",
    ...token,
    ends: "session",
  },
  {
    method: "POST",
    path: "/storefront/api/customers/disable",
    kind: "customer",
    does: "closes the account",
    ...token,
    native: () => ({ confirmed: "yes" }),
    ends: "account",
  },
];
