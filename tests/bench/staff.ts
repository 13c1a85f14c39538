import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { openDatabase } from "../../server/db/open.ts";
import { transact } from "../../server/db/transaction.ts";
import { insertStaff } from "../../server/staff/people/queries/people.ts";
import { reportKinds } from "../../server/staff/reports/report-tables.ts";
import { startStaffSession } from "../../server/staff/sign-in/sessions.ts";
import { relyingPartyOf } from "../../server/web/relying-party.ts";
import { shown, spread, table } from "./figures.ts";
import { type BenchShop, publicUrl, startShop } from "./shop.ts";
import { openSizedShop } from "./sized-shop.ts";
import { writeOrders } from "./staff-rows.ts";

/** The limit in ms of CPU. */
const bar = 100;

/**
 * Each screen, and the lists' queries: a first page, a page far behind, and a search for a word in
 * the middle.
 */
const addresses = (size: number): Readonly<Record<string, string>> => ({
  Today: "/staff/",
  Orders: "/staff/orders/",
  "Orders, far behind": `/staff/orders/?before=${Math.floor(size / 2)}`,
  "Orders to pack, the oldest first": "/staff/orders/?state=to-pack&sort=oldest",
  "Orders of a part of an email": "/staff/orders/?q=person77%40",
  "Orders of a part of a name": "/staff/orders/?q=arsh77",
  "Orders of a name that is nobody’s": "/staff/orders/?q=nobody",
  "Orders of a phone": "/staff/orders/?q=%28512%29%20555-1234",
  "Orders of a street": "/staff/orders/?q=1234%20main",
  "Orders of a SKU that none has": "/staff/orders/?q=none-1234",
  "Orders taken on the phone": "/staff/orders/?phone=1",
  "Orders shipped, the oldest first": "/staff/orders/?state=fulfilled&sort=oldest",
  "Orders taken on the phone and shipped": "/staff/orders/?phone=1&state=fulfilled",
  "Orders of a frequent tag": "/staff/orders/?tag=gift",
  "Orders of a rare tag": "/staff/orders/?tag=rare&sort=oldest",
  "An order": `/staff/orders/${size - 6}/`,
  Products: "/staff/products/",
  "Products, changed last": "/staff/products/?sort=changed",
  "Products of a category, the dearest first": "/staff/products/?category=glass&sort=dearest",
  "Products of a word that none has": "/staff/products/?q=nothing",
  "Products in all columns": "/staff/products/?columns=address&columns=brand&columns=stock&columns=label&columns=premium",
  "Products of a category": "/staff/products/?category=glass",
  "Products that are out of stock": "/staff/products/?out=1",
  Stock: "/staff/stock/",
  Customers: "/staff/customers/",
  "Customers by sum": "/staff/customers/?sort=spent",
  "Guests by last order": "/staff/customers/?who=guests&sort=lastOrder",
  "Customers, far behind": `/staff/customers/?sort=oldest&after=customer-${Math.floor(size / 2)}`,
  "Customers of a beginning": "/staff/customers/?q=marsh77",
  "Customers of a beginning that none has": "/staff/customers/?q=nobody",
  "A customer": "/staff/customers/customer-7/",
  "Search for a beginning": "/staff/search/?q=person77",
  "Search for a letter": "/staff/search/?q=p",
  "Search for a name": "/staff/search/?q=mia%20marsh",
  "Search for what is not there": "/staff/search/?q=nothing",
  Activity: "/staff/activity/",
  "Activity, far behind": `/staff/activity/?after=${Date.now() - Math.floor(size / 2) * 3_600_000}-0`,
  "Activity of one person": "/staff/activity/?who=staff:bench-3",
  "Activity of schedules, which did nothing": "/staff/activity/?who=schedule",
  "Activity of promos": "/staff/activity/?what=promo",
  "Activity of an order": `/staff/activity/?record=${size - 6}`,
  "Activity of an email": "/staff/activity/?record=person77%40",
  "Activity of a record that is not there": "/staff/activity/?record=nothing",
  "Rules: promos": "/staff/rules/promos/",
  Reviews: "/staff/reviews/",
  Pages: "/staff/pages/",
  Settings: "/staff/settings/",
  Jobs: "/staff/jobs/",
  Payments: "/staff/payments/",
  People: "/staff/people/",
  "Sign-in": "/staff/security/",
  "Stock of a word that none has": "/staff/stock/?q=nothing",
  Reports: "/staff/reports/",
  "Stock value": "/staff/reports/?report=stock",
  ...Object.fromEntries(
    reportKinds
      .filter((kind) => kind !== "stock")
      .map((kind) => [`Report by ${kind}, over all years`, `/staff/reports/?report=${kind}&from=2000-01-01&to=2099-12-31`]),
  ),
});

/**
 * Adds an owner with a second step, as production requires; returns the token of the owner's
 * session.
 */
async function addOwner(directory: string): Promise<string> {
  const { db, close } = await openDatabase({ url: undefined, directory });
  const [id, now] = ["bench-owner", Date.now()];
  const token = await transact(db, async (tx) => {
    await insertStaff(tx, {
      id,
      email: "owner@shop.example",
      name: "Olive",
      role: "owner",
      password_hash: null,
      created_at: now,
    });
    const passkey = { subject_kind: "staff", subject_id: id, relying_party: relyingPartyOf(publicUrl).id } as const;
    const key = { id: "bench", public_key: "", counter: 0, transports: "[]", name: "Bench", created_at: now, used_at: null };
    await tx
      .insertInto("passkey")
      .values({ ...passkey, ...key })
      .execute();
    return await startStaffSession(tx, { staffId: id, source: { address: "", agent: "", requestId: "bench" } }, now);
  });
  await close();
  return token;
}

/** The ms of CPU of the whole process for one request; throws if the answer is not the page. */
async function cpuOf(shop: BenchShop, path: string, token: string): Promise<number> {
  const before = await shop.ask("cpu", null);
  const headers = { cookie: `__Host-staff=${token}`, accept: "text/html", "x-forwarded-proto": "https" };
  const answer = await fetch(`${shop.url}${path}`, { headers, redirect: "manual" });
  await answer.text();
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status} ${answer.headers.get("location") ?? ""}`);
  return (await shop.ask("cpu", null)) - before;
}

/**
 * Waits until the shop has been idle for two seconds: at its start it counts and sums up its data.
 */
async function untilIdle(shop: BenchShop): Promise<void> {
  for (let quiet = 0; quiet < 2; ) {
    const before = await shop.ask("cpu", null);
    await setTimeout(1000);
    quiet = (await shop.ask("cpu", null)) - before < 50 ? quiet + 1 : 0;
  }
}

/**
 * Measures the CPU of the staff's pages in a shop of `size` products and as many orders; returns
 * the lines to print.
 */
export async function benchStaff({ size, rounds }: { size: number; rounds: number }): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "staff-bench-"));
  const dataDir = join(directory, "shop");
  let shop: BenchShop | undefined;
  try {
    await mkdir(dataDir);
    await (await openSizedShop(dataDir, size)).close();
    writeOrders(join(dataDir, "store.db"), size, Date.now());
    const token = await addOwner(dataDir);
    shop = await startShop(directory, { env: { SEED: "none" } });
    await untilIdle(shop);
    const rows: string[][] = [];
    let worst = 0;
    for (const [name, path] of Object.entries(addresses(size))) {
      await cpuOf(shop, path, token);
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) times.push(await cpuOf(shop, path, token));
      worst = Math.max(worst, spread(times).median);
      rows.push([name, shown(spread(times), 0), spread(times).median <= bar ? "held" : "MISSED"]);
    }
    return [
      `The staff's pages with ${size} products and ${size} orders: ms of CPU of the whole process for a request, median (least–most) of ${rounds}`,
      table([["", "ms CPU", `bar ${bar}`], ...rows]),
      `  → the slowest takes ${worst.toFixed(0)} ms, the bar is ${bar}: ${worst <= bar ? "held" : "MISSED"}`,
    ].join("\n");
  } finally {
    await shop?.end();
    await rm(directory, { recursive: true, force: true });
  }
}
