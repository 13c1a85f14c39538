import type { Need } from "../../../server/staff/people/rules/permissions.ts";
import type { Call } from "../../../server/web/call.ts";
import type { Answer, TestBrowser } from "../../support/browser-of.ts";

/** A person's own records, under the names that routes use. */
export type Known = {
  /** a name that everything of this person's contains, and nothing else */
  name: string;
  browser: TestBrowser;
  email: string;
  checkoutId: string;
  lineId: string;
  orderId: string;
  orderNumber: number;
  addressId: string;
  sessionId: string;
  /**
   * brings the requester's authenticator app into a state, and returns a code; a wrong code for
   * another person
   */
  totp: (state: "pending" | "on" | "sign-in") => Promise<string>;
  /** a passkey credential as JSON, new or of an account; an invalid one for another person */
  passkey: (answer: "new" | "use") => Promise<string>;
  /** the id of the person's own passkey */
  passkeyId: string;
  /** a mailed link's token, made on request; an invalid token for another person */
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
 * The meaning of an answer for a requester:
 * - `yes`: the route's purpose; `own`: the purpose too, with only the requester's own data
 * - `thanks`: an order's page that says only "Thank you"
 * - `sign-in`: 303 to the sign-in, which leads back; `401`: in a native form also 303, unless the
 *   row says otherwise
 * - `session`: 401, and the sign-in for screens and forms, since the session may only have ended;
 *   an id that nobody has is 404 for this requester
 * - `staff`: the staff's sign-in: a screen redirects there, a call gets 401, a native form gets a
 *   page that asks for it
 * - `404`: exactly the answer for an id that nobody has; `wrong`: the row's refusal for requesters
 *   who do not know the secret
 */
export type Gets = "yes" | "own" | "thanks" | "sign-in" | "staff" | "session" | "wrong" | 401 | 404;

/**
 * The requester: a visitor without a session, another customer, the record's owner, or a browser
 * that followed the link mailed for an order.
 */
export type Who = "guest" | "other" | "owner" | "grant";

const kinds = {
  /** Shows everybody the same content, or changes data without an owner. */
  everybody: { guest: "yes", other: "yes", owner: "yes" },
  /** Concerns the requesting browser or customer, and names no record. */
  visitor: { guest: "own", other: "own", owner: "own" },
  /**
   * Requires a secret: a password, a mailed link, a return from a provider. Any requester may use
   * it.
   */
  secret: { guest: "wrong", other: "wrong", owner: "yes" },
  /** Requires a secret that can be used again: a mail's link to an order. */
  lastingSecret: { guest: "wrong", other: "wrong", owner: "yes" },
  /**
   * Names a checkout. A customer's checkout belongs to that customer, and a guest's to the browser
   * that holds it.
   */
  checkout: { guest: "session", other: 404, owner: "yes" },
  /** A screen about the signed-in customer. */
  screen: { guest: "sign-in", other: "own", owner: "yes" },
  /** A call about the signed-in customer. */
  customer: { guest: 401, other: "own", owner: "yes" },
  /** A call that names a record of a customer. */
  record: { guest: 401, other: 404, owner: "yes" },
  /** An order's own page. */
  order: { guest: "sign-in", other: 404, owner: "yes", grant: "yes" },
  /** A request for an order's cancelation. */
  request: { guest: 401, other: 404, owner: "yes", grant: "yes" },
  /** An order's cancelation. */
  cancelation: { guest: 401, other: 404, owner: "yes", grant: 401 },
  /** The page after a payment, which the browser that paid sees too. */
  confirmation: { guest: "thanks", other: "thanks", owner: "yes", grant: "thanks" },
  /**
   * A screen or call of the staff, which no shopper's session opens. Tests in tests/staff request
   * each as every role.
   */
  staff: { guest: "staff", other: "staff", owner: "staff" },
  /** A secret of the staff, which no shopper has. */
  staffSecret: { guest: "wrong", other: "wrong", owner: "wrong" },
  /** The heart button of a page that is the same for everybody. */
  heart: { guest: "sign-in", other: "own", owner: "yes" },
} as const satisfies Record<string, Partial<Record<Who, Gets>>>;

export type Kind = keyof typeof kinds;
export const answersOf = (kind: Kind): Partial<Record<Who, Gets>> => kinds[kind];

export type RequestFormat = "json" | "native";
type Statuses = { json?: number; native?: number };

/** A route of the app, and how to call it. */
export type Row = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** the route's path; ids of the requester's records replace `:id` and similar parts */
  path: string;
  kind: Kind;
  /** a description of the route for readers */
  summary: string;
  /** for a change: whether it needs a token, or only a request that no other site sends */
  guard?: "csrf" | "origin";
  /** whether pages of other origins may make it */
  crossOrigin?: "guest" | "public";
  /** the full path, if the route's path does not determine it */
  at?: (known: Known) => string | Promise<string>;
  json?: (known: Known) => object | Promise<object>;
  /** the fields of a native form, if they differ from the JSON's texts */
  native?: (known: Known) => Record<string, string>;
  /** sends the request, if it needs more than these properties */
  send?: (known: Known, format: RequestFormat, csrf: string | undefined, headers: Record<string, string>) => Promise<Answer>;
  /** the statuses of `yes` and `own`, if they are not 200, or 303 for a native form */
  yes?: Statuses;
  /** the status of `wrong` */
  wrong?: Statuses;
  /** the status of a native form where JSON gets 401, if not 303 to the sign-in */
  native401?: number;
  /**
   * a second possible redirect: to the sign-in if the browser names a customer's record, or to the
   * dashboard for signed-in customers
   */
  mayLead?: "sign-in" | "dashboard";
  /** requires a proof of identity that is at most ten minutes old */
  proof?: true;
  /** what the call ends for the requester */
  ends?: "session" | "account";
  /**
   * for staff routes: the required permission, or a list of which one is enough; absent if all
   * staff may call it
   */
  needs?: Need;
  /** a note for readers, with facts that the columns do not show */
  note?: string;
};

/** A call's row: the description in its `calls.ts`, and what each requester gets. */
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
