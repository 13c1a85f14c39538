import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { calls } from "../../../server/calls.ts";
import type { Route } from "../../../server/web/routes.ts";
import type { Answer } from "../../support/browser-of.ts";
import { part } from "../../support/part.ts";
import { openShop, type TestShop } from "../../support/shop.ts";
import { document } from "./document.ts";
import {
  expectedStatus,
  idsOf,
  isRefusedForm,
  isSignIn,
  isStaffSignIn,
  leakedSecrets,
  normalized,
  rowsOf,
  secretsOf,
} from "./normalized.ts";
import { customerCalled, grantedTo, guestsBeside, nothingKnown } from "./people.ts";
import { routesOf } from "./routes.ts";
import { answersOf, type Gets, type Known, nameOf, type RequestFormat, type Row, type Who } from "./row.ts";
import { ask, formatsOf } from "./send-request.ts";
import { changes, table } from "./table.ts";

/** Providers at addresses where nothing listens: their routes exist, and redirect back. */
const env = Object.fromEntries(
  [1, 2].flatMap((at) =>
    Object.entries({ ISSUER: "http://127.0.0.1:9", CLIENT_ID: "shop", CLIENT_SECRET: "secret", LABEL: `Example ${at}` }).map(
      ([name, value]) => [`SOCIAL_${at}_${name}`, value],
    ),
  ),
);

/**
 * A shop with Mary, whose records the other visitors ask for. Her order's number cannot be guessed.
 */
async function shopWithMary(pays = false): Promise<{ shop: TestShop; mary: Known; secrets: readonly string[] }> {
  const shop = await openShop({ pays, env });
  await shop.shop.db.updateTable("counter").set({ value: 834_770 }).where("name", "=", "order").execute();
  const page = { slug: "shipping", title: "Shipping", description: "", markdown: "By post.", updated_at: 1 };
  await shop.shop.db.insertInto("content_page").values(page).execute();
  const mary = await customerCalled(shop, "mary");
  return { shop, mary, secrets: secretsOf(mary) };
}

/**
 * `npm test` calls each route once, in JSON and as its owner. The other runs also call as other
 * visitors, and in native forms.
 */
const isShort = part === "quick";
const formats = ["json", "native"] as const;
const walked = (format: RequestFormat) => table.filter((row) => formatsOf(row).includes(format));

let newcomers = 0;
/**
 * The requester of a route. A route that ends a session or an account gets a new customer each
 * time.
 */
const requesterFor = async (shop: TestShop, { ends }: Row, known: Known, hasAccount: boolean): Promise<Known> => {
  if (ends === undefined || !hasAccount) return known;
  newcomers += 1;
  return await customerCalled(shop, `newcomer-${newcomers}`);
};

type Asking = { who: string; requester: Known; owner: Known };

/** Calls a route, and returns the differences between the answer and the table. */
async function faultsOf(row: Row, format: RequestFormat, gets: Gets, { who, requester, owner }: Asking): Promise<string[]> {
  const faults =
    gets === "yes" || gets === "own"
      ? await ownFaults(row, format, requester, owner)
      : await otherFaults(row, format, gets, { requester, owner });
  return faults.map((fault) => `${nameOf(row)} (${row.summary}), asked by ${who} in ${format}: ${fault}`);
}

const leadsOn = ({ mayLead }: Row, answer: Answer): boolean =>
  (mayLead === "sign-in" && isSignIn(answer)) ||
  (mayLead === "dashboard" && answer.status === 303 && answer.headers.get("location") === "/storefront/dashboard/");

/**
 * Requests the requester's own records: the call must work, and must reveal nothing of the owner's.
 */
async function ownFaults(row: Row, format: RequestFormat, requester: Known, owner: Known): Promise<string[]> {
  const answer = await ask(row, format, requester);
  const held = requester === owner ? [] : leakedSecrets(answer, secretsOf(owner));
  return [
    ...((answer.status === expectedStatus(row, format) && !isRefusedForm(answer)) || leadsOn(row, answer)
      ? []
      : [`${answer.status} ${answer.text.slice(0, 200)}`]),
    ...held.map((secret) => `tells ${secret}`),
  ];
}

/** Leaves out the secrets that the request itself contained. */
const unasked = (held: readonly string[], owner: Known): string[] =>
  held.filter((secret) => !idsOf(owner).some((id) => id.includes(secret)));

/**
 * Requests the owner's records: the answer must equal the one for ids that nobody has, and must
 * reveal nothing that was not in the request.
 */
async function otherFaults(
  row: Row,
  format: RequestFormat,
  gets: Exclude<Gets, "yes" | "own">,
  { requester, owner }: Omit<Asking, "who">,
): Promise<string[]> {
  const none = nothingKnown(owner);
  const about = gets === "wrong" ? none : owner;
  const answer = await ask(row, format, requester, { about });
  const status = statusOf(row, format, gets);
  const leads = gets === "staff" ? isStaffSignIn : isSignIn;
  const isRight = status === 303 && gets !== "wrong" ? leads(answer) : answer.status === status;
  const held = unasked(leakedSecrets(answer, secretsOf(owner)), owner);
  const faults = [
    ...(isRight ? [] : [`${answer.status}, not ${status}: ${answer.headers.get("location") ?? answer.text.slice(0, 200)}`]),
    ...held.map((secret) => `tells ${secret}`),
  ];
  if (gets === "session") return faults;
  if (gets === "thanks") return answer.text.includes("<h1>Thank you.</h1>") ? faults : [...faults, "is no mere Thank you"];
  const [here, nowhere] = [
    normalized(answer, idsOf(about)),
    normalized(await ask(row, format, requester, { about: none }), idsOf(none)),
  ];
  return here === nowhere ? faults : [...faults, `is not what is said of nothing:\n${here}\n--- but ---\n${nowhere}`];
}

function statusOf(row: Row, format: RequestFormat, gets: Exclude<Gets, "yes" | "own">): number {
  if (gets === "wrong") return row.wrong?.[format] ?? 401;
  if (gets === "sign-in") return 303;
  if (gets === "staff" && row.method === "GET") return 303;
  if (gets === "staff") return (format === "native" && row.native401) || 401;
  if (gets === "session") return format === "native" || row.path.includes("/:") ? 303 : 401;
  if (gets === "thanks") return 200;
  if (gets === 401 && format === "native") return row.native401 ?? 303;
  return gets;
}

/** Whether a route belongs to no shopper. */
const isStaffs = (gets: Gets | undefined): gets is "staff" | "wrong" => gets === "staff" || gets === "wrong";

const isFiles = ({ method }: Route): boolean => method === "USE";

test("every route has a row, and every row a route", async () => {
  const { shop } = await openShop({ pays: false });

  const names = (rows: readonly Parameters<typeof nameOf>[0][]) => [...new Set(rows.map(nameOf))].sort();
  const [files, mounted] = [routesOf(shop).filter(isFiles), routesOf(shop).filter((route) => !isFiles(route))];
  expect(names(table)).toEqual(names(mounted));
  expect(names(files)).toEqual(["USE /media", "USE /media/avatars", "USE /media/drawn", "USE /media/papers", "USE /static"]);
});

test("every call is mounted, and every change is one that calls.ts knows", async () => {
  const { shop } = await openShop({ pays: false });
  const mounted = routesOf(shop);

  const [known, answered] = [new Set(Object.values(calls)), new Set(mounted.map(({ call }) => call))];
  expect([...known].filter((call) => !answered.has(call))).toEqual([]);
  expect(mounted.filter(({ call }) => call && !known.has(call))).toEqual([]);
  expect(mounted.filter(({ method, call }) => method !== "GET" && method !== "USE" && !call)).toEqual([]);
});

test("the page about it says the same", async () => {
  await expect(document()).toMatchFileSnapshot(join(import.meta.dirname, "../../../docs/permissions.md"));
});

// Each test sends thousands of requests, which takes minutes on a busy machine.
describe.each(isShort ? formats.slice(0, 1) : formats)("asked in %s", { timeout: 600_000 }, (format) => {
  test("an owner gets all of it, and a mailed link's browser what is granted to it (requirement 246)", async () => {
    const { shop, mary } = await shopWithMary(true);
    const granted = await grantedTo(shop, await customerCalled(shop, "john"));
    const faults: string[] = [];
    // The run of each format also requests the screens, because a shopper can pay only the total
    // that a screen has shown.
    for (const row of table) {
      const { grant, owner: gets } = answersOf(row.kind);
      if (grant)
        faults.push(...(await faultsOf(row, format, grant, { who: "a mailed link", requester: granted, owner: granted })));
      const requester = await requesterFor(shop, row, mary, true);
      faults.push(
        ...(await faultsOf(row, format, isStaffs(gets) ? gets : "yes", { who: "its owner", requester, owner: requester })),
      );
    }
    expect(faults).toEqual([]);
    const [hers] = await rowsOf(shop, [`orders {"id":"${mary.orderId}"`]);
    expect(hers).toContain('"state":"canceled"');
    await shop.runJobs();
    const log = shop.log.join("\n");
    expect(log).toContain("/identity/password/");
    expect(log).not.toMatch(/@example|-street|Green-leaf|Blue-river|424242/);
    expect(log).not.toContain(mary.browser.jar.get("user_id"));
  });
});

describe.each(isShort ? [] : formats)("asked by others in %s", { timeout: 600_000 }, (format) => {
  test("nobody hears or changes what is another's, and what nobody has is answered the same (requirements 245, 246)", async () => {
    const { shop, mary, secrets } = await shopWithMary();
    const john = await customerCalled(shop, "john");
    const granted = await grantedTo(shop, await customerCalled(shop, "gwen"));
    const guests = await guestsBeside(shop, mary);
    const strangers: [who: Who, name: string, Known][] = [
      ...guests.map(([name, known]): [Who, string, Known] => ["guest", name, known]),
      ["guest", "a guest who may see another order", granted],
      ["other", "another customer", john],
    ];
    await shop.runJobs();
    const before = await rowsOf(shop, secrets);
    const faults: string[] = [];
    for (const row of walked(format)) {
      for (const [who, name, known] of strangers) {
        const gets = answersOf(row.kind)[who];
        const requester = await requesterFor(shop, row, known, who === "other");
        if (gets !== undefined) faults.push(...(await faultsOf(row, format, gets, { who: name, requester, owner: mary })));
      }
    }
    expect(faults).toEqual([]);
    expect(await rowsOf(shop, secrets)).toEqual(before);
  });

  test("no change passes without a token of its own, or sent by another site, and nothing is changed (requirement 247)", async () => {
    const { shop, mary, secrets } = await shopWithMary();
    const john = await customerCalled(shop, "john");
    for (const { link } of [mary, john]) await link("social");
    const nobodysLink = { ...mary, link: async () => "A".repeat(43) };
    await shop.runJobs();
    const before = await rowsOf(shop, secrets);
    const faults: string[] = [];
    for (const row of changes.filter((each) => formatsOf(each).includes(format)))
      for (const [how, asking] of await forgeries(row, john)) {
        const { status, text, headers } = await ask(row, format, nobodysLink, asking);
        const cookies = "headers" in asking ? headers.getSetCookie() : [];
        if (status === 403 && cookies.length === 0 && (format === "native" || text.includes('"error"'))) continue;
        faults.push(`${nameOf(row)} (${row.summary}) ${how} in ${format}: ${status} ${cookies} ${text.slice(0, 200)}`);
      }
    // A page that is shown again because its token is missing must not reveal another's data
    // either.
    for (const row of changes.filter((each) => each.guard === "csrf" && formatsOf(each).includes(format))) {
      const answer = await ask(row, format, john, { csrf: null, about: nobodysLink });
      const held = unasked(leakedSecrets(answer, secrets), mary);
      if (answer.status < 400 || held.length > 0) faults.push(`${nameOf(row)} asked by another: ${answer.status} ${held}`);
    }
    expect(faults).toEqual([]);
    expect(await rowsOf(shop, secrets)).toEqual(before);
  });
});

/** Requests that change something although the shopper did not press anything. */
async function forgeries({ guard }: Row, { browser }: Known): Promise<[how: string, Parameters<typeof ask>[3] & object][]> {
  const elsewhere = [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "https://evil.example" },
    { origin: "null" },
  ];
  const sent = elsewhere.map((headers): [string, object] => [`from ${JSON.stringify(headers)}`, { headers, csrf: null }]);
  if (guard === "origin") return sent;
  return [...sent, ["without a token", { csrf: null }], ["with another's token", { csrf: await browser.token() }]];
}
