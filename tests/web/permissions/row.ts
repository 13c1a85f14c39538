import type { Need } from "../../../server/staff/people/rules/permissions.ts";
import type { Call } from "../../../server/web/call.ts";
import type { Answer, TestBrowser } from "../../support/browser-of.ts";

/** What somebody calls their own, as the routes name it. */
export type Known = {
  /** in everything that is theirs, and in nothing else */
  name: string;
  browser: TestBrowser;
  email: string;
  checkoutId: string;
  lineId: string;
  orderId: string;
  orderNumber: number;
  addressId: string;
  sessionId: string;
  /** brings the asker's authenticator app into a state, and gives a code of it; none that is right for somebody else */
  totp: (state: "pending" | "on" | "sign-in") => Promise<string>;
  /** a credential of a passkey, as JSON: a new one's, or one's of an account; none that counts for somebody else */
  passkey: (answer: "new" | "use") => Promise<string>;
  /** of a passkey that is theirs */
  passkeyId: string;
  /** a mailed link's token, made when it is asked for; for somebody else's a token that is none */
  link: (
    kind:
      | "reset"
      | "keep-totp"
      | "verify-email"
      | "sign-up"
      | "lookup"
      | "order"
      | "custom"
      | "social"
      | "undo-email"
      | "phone-order",
  ) => Promise<string>;
};

/**
 * What an answer is to who asks:
 * - `yes`: what the route is for; `own`: the same, with nothing but the requester's own
 * - `thanks`: an order's page that says no more than "Thank you"
 * - `sign-in`: 303 to the sign-in, which leads back; `401`: in a native form the same 303, where
 *   the row says no other
 * - `session`: 401 and for screens and forms the sign-in, as the session may only be over; what
 *   nobody has is 404 to the same asker
 * - `staff`: the staff's sign-in: a screen leads there, a call gets 401, a native form a page that asks for it
 * - `404`: the very answer for an id that nothing has; `wrong`: the refusal of the row, for who
 *   does not know the secret
 */
export type Gets = "yes" | "own" | "thanks" | "sign-in" | "staff" | "session" | "wrong" | 401 | 404;

/**
 * Who asks: somebody without a session, another customer, whose record it is, and a browser that
 * followed the link mailed for an order.
 */
export type Who = "guest" | "other" | "owner" | "grant";

const kinds = {
  /** Shows everybody the same, or changes what nobody owns. */
  everybody: { guest: "yes", other: "yes", owner: "yes" },
  /** Is about the asking browser or customer, and names no record. */
  visitor: { guest: "own", other: "own", owner: "own" },
  /**
   * Asks for a secret: a password, a mailed link, a return from a provider. Who asks is all the
   * same.
   */
  secret: { guest: "wrong", other: "wrong", owner: "yes" },
  /** Asks for a secret that may be used again: a mail's link to an order. */
  lastingSecret: { guest: "wrong", other: "wrong", owner: "yes" },
  /** Names a checkout: a customer's is that customer's, a guest's the browser's that holds it. */
  checkout: { guest: "session", other: 404, owner: "yes" },
  /** A screen about the customer who is signed in. */
  screen: { guest: "sign-in", other: "own", owner: "yes" },
  /** A call about the customer who is signed in. */
  customer: { guest: 401, other: "own", owner: "yes" },
  /** A call that names a record of a customer. */
  record: { guest: 401, other: 404, owner: "yes" },
  /** An order's own page. */
  order: { guest: "sign-in", other: 404, owner: "yes", grant: "yes" },
  /** A request for an order's cancelation. */
  request: { guest: 401, other: 404, owner: "yes", grant: "yes" },
  /** An order's cancelation. */
  cancelation: { guest: 401, other: 404, owner: "yes", grant: 401 },
  /** The page after a payment, which also the browser sees that paid. */
  confirmation: { guest: "thanks", other: "thanks", owner: "yes", grant: "thanks" },
  /** A screen or call of the staff, which no shopper's session opens; each role is asked in tests/staff. */
  staff: { guest: "staff", other: "staff", owner: "staff" },
  /** A secret of the staff, which no shopper has. */
  staffSecret: { guest: "wrong", other: "wrong", owner: "wrong" },
  /** A heart of a page that is the same for everybody. */
  heart: { guest: "sign-in", other: "own", owner: "yes" },
} as const satisfies Record<string, Partial<Record<Who, Gets>>>;

export type Kind = keyof typeof kinds;
export const answersOf = (kind: Kind): Partial<Record<Who, Gets>> => kinds[kind];

export type RequestFormat = "json" | "native";
type Statuses = { json?: number; native?: number };

/** One route as the app has it, and how to ask it. */
export type Row = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** as the route is written; `:id` and its like are filled in by what is known */
  path: string;
  kind: Kind;
  /** what it does, for people */
  summary: string;
  /** of a change: it wants a token, or only that no other site sends it */
  guard?: "csrf" | "origin";
  /** whether pages of other origins may make it */
  crossOrigin?: "guest" | "public";
  /** where the path alone does not say what is asked for */
  at?: (known: Known) => string | Promise<string>;
  json?: (known: Known) => object | Promise<object>;
  /** the fields of a native form, where they differ from the JSON's texts */
  native?: (known: Known) => Record<string, string>;
  /** where the asking is more than this */
  send?: (known: Known, format: RequestFormat, csrf: string | undefined, headers: Record<string, string>) => Promise<Answer>;
  /** the statuses of `yes` and `own`, where they are not 200, and 303 for a native form */
  yes?: Statuses;
  /** the status of `wrong` */
  wrong?: Statuses;
  /** what a native form hears where JSON hears 401, if not 303 to the sign-in */
  native401?: number;
  /**
   * leads on as well: to the sign-in where the browser names what is a customer's, to the dashboard
   * who is signed in
   */
  mayLead?: "sign-in" | "dashboard";
  /** it needs a proof of who is signed in that is at most ten minutes old */
  proof?: true;
  /** what is over for the requester after it */
  ends?: "session" | "account";
  /** of the staff's side: the permission that it takes, or any one of several; absent where everybody of the staff may */
  needs?: Need;
  /** for people: what the columns do not say */
  note?: string;
};

/** The row of a call: what its `calls.ts` says, and who gets what. */
export const rowFor = (
  { method, path, summary, guard, crossOrigin, needs }: Call & { needs?: Need },
  row: Omit<Row, "method" | "path" | "summary" | "guard" | "crossOrigin"> & { summary?: string },
): Row => ({
  method,
  path,
  summary,
  ...(guard && { guard }),
  ...(crossOrigin && { crossOrigin }),
  ...(needs && { needs }),
  ...row,
});

export const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;
