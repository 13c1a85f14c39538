import { type Intent, type Refund, Refusal, type Session, type StripeAccount } from "./account.ts";

type Emulated = { account: StripeAccount; url: string; searchLag: number };
type Operation = {
  name: string;
  method: "GET" | "POST";
  path: RegExp;
  run: (emulator: Emulated, id: string, fields: URLSearchParams) => unknown;
};

/** The calls that the emulator knows. Another field than these is refused, as Stripe does. */
export const operations: readonly Operation[] = [
  { name: "create_session", method: "POST", path: /^\/v1\/checkout\/sessions$/, run: createSession },
  {
    name: "list_sessions",
    method: "GET",
    path: /^\/v1\/checkout\/sessions$/,
    run: ({ account }, _id, fields) => {
      account.lapse();
      return page(account.sessions.map(shownSession), fields);
    },
  },
  {
    name: "retrieve_session",
    method: "GET",
    path: /^\/v1\/checkout\/sessions\/(\w+)$/,
    run: ({ account }, id, fields) => {
      const session = account.session(id);
      const intent = account.intents.find((one) => one.id === session.payment_intent);
      const isExpanded = expanded(fields).includes("payment_intent.latest_charge");
      return { ...shownSession(session), ...(intent && isExpanded && { payment_intent: withCharge(account, intent) }) };
    },
  },
  {
    name: "expire_session",
    method: "POST",
    path: /^\/v1\/checkout\/sessions\/(\w+)\/expire$/,
    run: ({ account }, id) => shownSession(account.expire(id)),
  },
  {
    name: "list_intents",
    method: "GET",
    path: /^\/v1\/payment_intents$/,
    run: ({ account }, _id, fields) => intentPage(account, account.intents, fields),
  },
  {
    name: "search_intents",
    method: "GET",
    path: /^\/v1\/payment_intents\/search$/,
    run: ({ account, searchLag }, _id, fields) => {
      const [, key = "", value] = /^metadata\["(\w+)"\]:"(\w+)"$/.exec(fields.get("query") ?? "") ?? [];
      if (value === undefined) throw new Refusal(400, {});
      const matching = account.intents.slice(searchLag).filter(({ metadata }) => metadata[key] === value);
      return { ...intentPage(account, matching, fields), object: "search_result" };
    },
  },
  {
    name: "retrieve_intent",
    method: "GET",
    path: /^\/v1\/payment_intents\/(\w+)$/,
    run: ({ account }, id, fields) =>
      expanded(fields).includes("latest_charge") ? withCharge(account, account.intent(id)) : account.intent(id),
  },
  {
    name: "capture",
    method: "POST",
    path: /^\/v1\/payment_intents\/(\w+)\/capture$/,
    run: ({ account }, id, fields) => {
      allow(fields, ["amount_to_capture"]);
      return account.capture(id, centsIn(fields, "amount_to_capture"));
    },
  },
  {
    name: "cancel",
    method: "POST",
    path: /^\/v1\/payment_intents\/(\w+)\/cancel$/,
    run: ({ account }, id, fields) => {
      allow(fields, ["cancellation_reason"]);
      return account.cancel(id, fields.get("cancellation_reason"));
    },
  },
  {
    name: "refund",
    method: "POST",
    path: /^\/v1\/refunds$/,
    run: ({ account }, _id, fields) => {
      allow(fields, ["payment_intent", "amount", "metadata[attempt]"]);
      return account.refund(fields.get("payment_intent") ?? "", centsIn(fields, "amount"), metadataIn(fields, "metadata"));
    },
  },
  {
    name: "list_refunds",
    method: "GET",
    path: /^\/v1\/refunds$/,
    run: ({ account }, _id, fields) => {
      const isExpanded = expanded(fields).includes("data.payment_intent");
      const wanted = fields.get("payment_intent");
      const all = account.refunds.filter(({ payment_intent }) => payment_intent === (wanted ?? payment_intent));
      const shown = (one: Refund) => ({ ...one, ...(isExpanded && { payment_intent: account.intent(one.payment_intent) }) });
      return page(all.map(shown), fields);
    },
  },
  {
    name: "retrieve_refund",
    method: "GET",
    path: /^\/v1\/refunds\/(\w+)$/,
    run: ({ account }, id) => {
      const refund = account.refunds.find((one) => one.id === id);
      if (!refund) throw new Refusal(404, { code: "resource_missing" });
      return refund;
    },
  },
];

const sessionFields = [
  "mode",
  "allowed_payment_method_types[0]",
  "adaptive_pricing[enabled]",
  "line_items[0][quantity]",
  "line_items[0][price_data][currency]",
  "line_items[0][price_data][unit_amount]",
  "line_items[0][price_data][product_data][name]",
  "client_reference_id",
  "customer_email",
  "payment_intent_data[capture_method]",
  "payment_intent_data[metadata][attempt]",
  "success_url",
  "cancel_url",
  "expires_at",
];

function createSession({ account, url }: Emulated, _id: string, fields: URLSearchParams): unknown {
  allow(fields, sessionFields);
  const expires_at = Number(fields.get("expires_at"));
  const cents = centsIn(fields, "line_items[0][price_data][unit_amount]") ?? 0;
  const isOpenable =
    fields.get("mode") === "payment" &&
    fields.get("line_items[0][price_data][currency]") === "usd" &&
    fields.get("line_items[0][quantity]") === "1" &&
    (fields.get("line_items[0][price_data][product_data][name]") ?? "") !== "" &&
    fields.get("payment_intent_data[capture_method]") === "manual" &&
    expires_at >= account.seconds + 1800 &&
    expires_at <= account.seconds + 86_400 &&
    (fields.get("client_reference_id") ?? "").length <= 200 &&
    /^[^@\s]+@[^@\s]+$/.test(fields.get("customer_email") ?? "") &&
    URL.canParse(fields.get("success_url") ?? "");
  if (!isOpenable) throw new Refusal(400, { code: "parameter_invalid" });
  if (cents < 50) throw new Refusal(400, { code: "amount_too_small" });
  if (cents > 99_999_999) throw new Refusal(400, { code: "amount_too_large" });
  return shownSession(
    account.openSession({
      pages: url,
      client_reference_id: fields.get("client_reference_id"),
      amount_total: cents,
      expires_at,
      success_url: fields.get("success_url") ?? "",
      cancel_url: fields.get("cancel_url"),
      intentMetadata: metadataIn(fields, "payment_intent_data[metadata]"),
    }),
  );
}

const shownSession = ({ intentMetadata: _own, ...session }: Session) => session;

const withCharge = (account: StripeAccount, intent: Intent) => ({
  ...intent,
  latest_charge: intent.latest_charge && account.chargeOf(intent),
});

function intentPage(account: StripeAccount, intents: readonly Intent[], fields: URLSearchParams) {
  const isExpanded = expanded(fields).includes("data.latest_charge");
  return page(
    intents.map((intent) => (isExpanded ? withCharge(account, intent) : intent)),
    fields,
  );
}

/** One page of a list, whose latest items come first. */
function page(items: readonly { id: string; created: number }[], fields: URLSearchParams) {
  const after = fields.get("starting_after");
  const limit = Number(fields.get("limit") ?? 10);
  if (limit < 1 || limit > 100) throw new Refusal(400, {});
  const since = Number(fields.get("created[gte]") ?? 0);
  const until = Number(fields.get("created[lt]") ?? Number.POSITIVE_INFINITY);
  const listed = items.filter(({ created }) => created >= since && created < until);
  const start = after === null ? 0 : listed.findIndex(({ id }) => id === after) + 1;
  return { object: "list", data: listed.slice(start, start + limit), has_more: listed.length > start + limit };
}

const expanded = (fields: URLSearchParams): string[] =>
  [...fields].filter(([name]) => /^expand\[\d*\]$/.test(name)).map(([, value]) => value);

function allow(fields: URLSearchParams, names: readonly string[]): void {
  if ([...fields.keys()].some((name) => !names.includes(name))) throw new Refusal(400, { code: "parameter_unknown" });
}

function centsIn(fields: URLSearchParams, name: string): number | undefined {
  const text = fields.get(name);
  if (text === null) return undefined;
  if (!/^\d{1,12}$/.test(text)) throw new Refusal(400, { code: "parameter_invalid_integer" });
  return Number(text);
}

function metadataIn(fields: URLSearchParams, name: string): Record<string, string> {
  const entries = [...fields].filter(([key]) => key.startsWith(`${name}[`));
  return Object.fromEntries(entries.map(([key, value]) => [key.slice(name.length + 1, -1), value]));
}
