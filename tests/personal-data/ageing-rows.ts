import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Tables } from "../../server/db/tables.ts";
import { type Period, retention } from "../../server/retention.ts";
import type { TestShop } from "../support/shop.ts";

/**
 * Rows of one age: their number, the start of their period (ms), and the beginning of their ids.
 */
export type Aged = { rows: number; at: number; name: string };

export type AgeingRows = {
  write: (shop: TestShop, aged: Aged) => Promise<unknown>;
  /** how many rows still hold the data that the period limits */
  left: (shop: TestShop) => Promise<number>;
  /** the most rows to write; by default more than a batch, and a million in the long form */
  most?: number;
};

/** Values as SQL expressions, in which `i` counts the rows from 0. */
type Values = Record<string, string | number>;

/** Writes rows by one statement. */
const insertRows = ({ shop }: TestShop, table: keyof Tables, rows: number, values: Values) =>
  sql`INSERT INTO ${sql.table(table)} (${sql.join(Object.keys(values).map((column) => sql.ref(column)))})
    WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${sql.lit(rows)})
    SELECT ${sql.raw(Object.values(values).join(", "))} FROM n`.execute(shop.db);

const count = async ({ shop }: TestShop, from: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.raw(from)}`.execute(shop.db);
  return Number(rows[0]?.n);
};

const id = (name: string) => `'${name}' || i`;

/** Rows of one table that are deleted. */
const rowsOf = (table: keyof Tables, values: (aged: Aged) => Values): AgeingRows => ({
  write: (shop, aged) => insertRows(shop, table, aged.rows, values(aged)),
  left: (shop) => count(shop, table),
});

const customer = (shop: TestShop, name: string) =>
  insertRows(shop, "customer", 1, { id: `'${name}'`, email: `'${name}'`, email_norm: `'${name}'`, created_at: 0 });

/** Rows of one table that refer to a customer. */
const rowsOfCustomer = (table: keyof Tables, values: (aged: Aged) => Values): AgeingRows => ({
  write: async (shop, aged) => {
    await customer(shop, aged.name);
    await insertRows(shop, table, aged.rows, { customer_id: `'${aged.name}'`, ...values(aged) });
  },
  left: (shop) => count(shop, table),
});

const checkouts = (shop: TestShop, { rows, at, name }: Aged, more: Values) =>
  insertRows(shop, "checkout", rows, { id: id(name), created_at: at, updated_at: at, expires_at: at, ...more });

const completed = (shop: TestShop, aged: Aged, more: Values = {}) =>
  checkouts(shop, aged, { state: "'completed'", order_id: id(aged.name), ...more });

const orders = async (shop: TestShop, aged: Aged, more: Values = {}) => {
  const { rows, at, name } = aged;
  await completed(shop, aged);
  const sums = { subtotal: 0, discount: 0, shipping: 0, tax: 0, total: 0, shipping_method: "'Standard'" };
  const whose = { email: "'ann@example.com'", email_norm: "'ann@example.com'" };
  const number = `(SELECT coalesce(max(number), 0) + 1 FROM orders) + i`;
  await insertRows(shop, "orders", rows, {
    id: id(name),
    number,
    checkout_id: id(name),
    placed_at: at,
    ...sums,
    ...whose,
    ...more,
  });
};

const attempts = (shop: TestShop, { rows, at, name }: Aged, state: string) =>
  insertRows(shop, "attempt", rows, {
    id: id(name),
    checkout_id: id(name),
    n: 1,
    key: id(name),
    kind: "'card'",
    state: `'${state}'`,
    amount: 1,
    snapshot: `'${JSON.stringify({ email: "ann@example.com", shippingAddress: {}, billingAddress: {} })}'`,
    order_id: id(name),
    brand: "'visa'",
    last4: "'4242'",
    lease_until: at,
    created_at: at,
    updated_at: at,
  });

const address = {
  first_name: "'Ann'",
  last_name: "'Lee'",
  street_address_1: "'1 Elm St'",
  city: "'Austin'",
  postal_code: "'73301'",
  country: "'US'",
  country_area: "'TX'",
};

const job = ({ name, at }: Aged): Values => ({
  id: id(name),
  kind: "'reset-mail'",
  subject: id(name),
  run_at: at,
  created_at: at,
});

const quote = { total: 1, breakdown: "'{}'", terms: "'ann@example.com'" };

const keyTables = ["idempotency_key", "form_key", "key_fingerprint"] as const;

/**
 * For each retention period: how to write rows whose period starts at `aged.at`, and how to count
 * the rows that still hold the limited data.
 */
export const ageingRows: Readonly<Record<Period, AgeingRows>> = {
  openCheckout: {
    write: (shop, aged) => checkouts(shop, aged, { expires_at: aged.at + retention.openCheckout }),
    left: (shop) => count(shop, "checkout WHERE state = 'open'"),
  },
  abandonedCheckout: {
    write: async (shop, aged) => {
      await checkouts(shop, aged, { state: "'abandoned'", email: "'ann@example.com'" });
      const line = { id: id(aged.name), checkout_id: id(aged.name), variant_id: "'v-1'", quantity: 1, at: aged.at };
      await insertRows(shop, "checkout_line", aged.rows, line);
      await insertRows(shop, "quote", aged.rows, { ...quote, id: id(aged.name), checkout_id: id(aged.name), at: aged.at });
      await insertRows(shop, "checkout_address", aged.rows, { checkout_id: id(aged.name), kind: "'shipping'", ...address });
    },
    left: (shop) =>
      count(
        shop,
        "checkout JOIN checkout_line ON checkout_line.checkout_id = checkout.id JOIN quote ON quote.checkout_id = checkout.id",
      ),
  },
  completedCheckout: {
    write: async (shop, aged) => {
      await completed(shop, aged, { email: "'ann@example.com'", quote_id: id(aged.name) });
      for (const name of [id(aged.name), `${id(aged.name)} || 'earlier'`])
        await insertRows(shop, "quote", aged.rows, { ...quote, id: name, checkout_id: id(aged.name), at: aged.at });
    },
    // The last quote of each checkout stays, without the accepted terms.
    left: (shop) =>
      count(
        shop,
        "quote JOIN checkout ON checkout.id = checkout_id WHERE state = 'completed' AND (email <> '' OR terms IS NOT NULL)",
      ),
  },
  requestKey: {
    write: async (shop, aged) => {
      const { rows, at, name } = aged;
      await checkouts(shop, { ...aged, rows: 1 }, {});
      await attempts(shop, { ...aged, rows: 1 }, "created");
      const key = { checkout_id: `'${name}0'`, key: id(name), at };
      await insertRows(shop, "idempotency_key", rows, { ...key, attempt_id: `'${name}0'` });
      await insertRows(shop, "form_key", rows, key);
      await insertRows(shop, "key_fingerprint", rows, { ...key, quote: "''" });
    },
    left: (shop) => count(shop, `(${keyTables.map((table) => `SELECT key FROM ${table}`).join(" UNION ALL ")}) AS keys`),
  },
  declinedPayment: {
    write: async (shop, aged) => {
      await checkouts(shop, aged, { state: "'abandoned'" });
      await attempts(shop, aged, "declined");
    },
    left: (shop) => count(shop, "attempt WHERE state = 'declined' AND (snapshot LIKE '%ann@example.com%' OR last4 IS NOT NULL)"),
  },
  payer: {
    // The names are erased already, so that `finishedOrder` ignores the rows.
    write: (shop, aged) => orders(shop, aged, { visitor: id(aged.name), erased_at: aged.at }),
    left: (shop) => count(shop, "orders WHERE visitor IS NOT NULL"),
  },
  orderGrant: {
    write: async (shop, aged) => {
      await orders(shop, { ...aged, rows: 1 });
      const values = { visitor: id(aged.name), order_id: `'${aged.name}0'`, until: aged.at + retention.orderGrant };
      await insertRows(shop, "order_grant", aged.rows, values);
    },
    left: (shop) => count(shop, "order_grant"),
  },
  savedAddress: rowsOf("saved_address", ({ name, at }) => ({ visitor: id(name), ...address, at })),
  formDraft: rowsOf("form_draft", ({ name, at }) => ({
    visitor: id(name),
    path: "'/a/'",
    form: "'/b/'",
    typed: "'{}'",
    expires_at: at + retention.formDraft,
  })),
  session: rowsOfCustomer("session", ({ name, at }) => ({
    token_hash: id(name),
    visitor: id(name),
    created_at: at,
    authenticated_at: at,
    expires_at: at + retention.session,
  })),
  staffSession: {
    write: async (shop, { rows, at, name }) => {
      await insertRows(shop, "staff", 1, { id: `'${name}'`, email: `'${name}'`, role: "'reader'", created_at: at });
      await insertRows(shop, "staff_session", rows, {
        token_hash: id(name),
        staff_id: `'${name}'`,
        network: "'203.0.113.0/24'",
        agent: "'Firefox'",
        created_at: at,
        used_at: at,
        authenticated_at: at,
        expires_at: at + retention.staffSession,
      });
    },
    left: (shop) => count(shop, "staff_session"),
  },
  knownDevice: rowsOfCustomer("known_device", ({ name, at }) => ({ secret_hash: id(name), created_at: at, used_at: at })),
  formerEmail: rowsOfCustomer("former_email", ({ name, at }) => ({
    email: id(name),
    email_norm: id(name),
    until: at + retention.formerEmail,
  })),
  oneTimeToken: rowsOf("one_time_token", ({ name, at }) => ({
    hash: id(name),
    kind: "'reset'",
    subject: "'ann'",
    created_at: at,
    expires_at: at,
  })),
  socialSignIn: {
    write: async (shop, { rows, at, name }) => {
      const both = { visitor: id(name), expires_at: at + retention.socialSignIn };
      await insertRows(shop, "social_start", rows, { ...both, state_hash: id(name), place: 1, nonce: "''", verifier: "''" });
      await insertRows(shop, "social_return", rows, {
        ...both,
        token_id: id(name),
        provider: "''",
        label: "''",
        subject: "''",
        email: "'ann@example.com'",
        email_verified: 1,
        name: "'Ann'",
        gender: "''",
        birthday: "''",
      });
    },
    left: async (shop) => (await count(shop, "social_start")) + (await count(shop, "social_return")),
  },
  pendingSignIn: rowsOf("pending_sign_in", ({ name, at }) => ({
    visitor: id(name),
    subject_kind: "'customer'",
    subject_id: "'ann'",
    way: "'Password'",
    favourites: "'[]'",
    at,
    expires_at: at + retention.pendingSignIn,
  })),
  passkeyChallenge: rowsOf("passkey_challenge", ({ name, at }) => ({
    hash: id(name),
    visitor: "''",
    subject: "''",
    expires_at: at + retention.passkeyChallenge,
  })),
  spentChallenge: rowsOf("spent_challenge", ({ name, at }) => ({ nonce: id(name), expires_at: at + retention.spentChallenge })),
  securityEventDetail: {
    write: (shop, { rows, at, name }) =>
      insertRows(shop, "security_event", rows, {
        id: id(name),
        subject_kind: "'customer'",
        subject_id: "'ann'",
        kind: "'signed-in'",
        actor: "'customer'",
        network: "'203.0.113.0/24'",
        agent: "'Firefox'",
        detail: "'Password'",
        request_id: "'r'",
        at,
      }),
    left: (shop) => count(shop, "security_event WHERE network <> '' OR agent <> '' OR detail <> ''"),
  },
  policyReport: {
    ...rowsOf("csp_report", ({ name, at }) => ({
      directive: "'img-src'",
      blocked: id(name),
      screen: "'home'",
      count: 1,
      first_at: at,
      last_at: at,
    })),
    // The shop stores at most 500 kinds of reports (tested in tests/attacks/csp-report-flood).
    most: 500,
  },
  outboxEmail: {
    write: async ({ shop: { config } }, { rows, at, name }) => {
      await mkdir(join(config.dataDir, "outbox"), { recursive: true });
      for (let n = 0; n < rows; n++) {
        const path = join(config.dataDir, "outbox", `${name}${n}.eml`);
        await writeFile(path, "To: ann@example.com\r\n\r\n");
        await utimes(path, new Date(at), new Date(at));
      }
    },
    left: async ({ shop: { config } }) => (await readdir(join(config.dataDir, "outbox"))).length,
    most: 1_000,
  },
  doneJob: {
    write: (shop, aged) => insertRows(shop, "job", aged.rows, { ...job(aged), state: "'done'", done_at: aged.at }),
    left: (shop) => count(shop, "job WHERE kind = 'reset-mail' AND state = 'done'"),
  },
  failedJob: {
    write: (shop, aged) => insertRows(shop, "job", aged.rows, { ...job(aged), state: "'failed'", first_try_at: aged.at }),
    left: (shop) => count(shop, "job WHERE kind = 'reset-mail' AND state = 'failed'"),
  },
  countedTry: rowsOf("counted_try", ({ name, at }) => ({ id: id(name), kind: "'mail'", subject: "'ann@example.com'", at })),
  finishedOrder: {
    write: (shop, aged) => orders(shop, aged, { state: "'fulfilled'" }),
    left: (shop) => count(shop, "orders WHERE state = 'fulfilled' AND email <> ''"),
  },
};
