import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { expect, inject, onTestFailed, onTestFinished, test } from "vitest";
import { openDatabase } from "../../server/db/open.ts";
import { freeOfEmail } from "../../server/identity/limits.ts";
import { startTestGateway } from "../../server/payments/gateways/test/start.ts";
import { signIn } from "../identity/customer-fixture.ts";
import { shopperOn } from "../payments/shopper.ts";
import { TestBrowser } from "../support/browser-of.ts";
import { freePort } from "../support/free-port.ts";
import { freshPostgresDatabase } from "../support/postgres.ts";
import { findNginx, openNginx, openRoundRobin } from "../support/round-robin.ts";
import { type RunningShop, removeShop, runShop } from "../support/running-shop.ts";
import { openS3 } from "../support/s3.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { temporaryFolder } from "../support/temporary.ts";

const product = "/storefront/products/lemon-meridian/";
const dashboard = "/storefront/dashboard/";
const email = "demo@example.com";
const secret = "Green-leaf-42";

const newFolder = async (name: string): Promise<string> => {
  const folder = await mkdtemp(join(temporaryFolder(), name));
  onTestFinished(() => removeShop(folder));
  return folder;
};

/**
 * Starts processes like separate machines, each with its own folder. They share PostgreSQL, a
 * bucket for pictures, a card gateway and a proxy, which sends each request to the next process.
 * The proxy is nginx if installed.
 */
async function openFleet(size: number) {
  const [postgres, bucket] = [await freshPostgresDatabase(inject("postgres")), await openS3()];
  const gateway = await startTestGateway({ file: join(await newFolder("fleet-gateway-"), "gateway.db"), env: process.env });
  const [port, ...ports] = await Promise.all(Array.from({ length: size + 1 }, freePort));
  const url = `http://localhost:${port}`;
  const env = {
    ...bucket.env,
    DATABASE_URL: postgres.url,
    PUBLIC_URL: url,
    SESSION_SECRET: "one secret for all processes of the fleet",
    PAYMENT_GATEWAY_URL: gateway.url,
    PAYMENT_GATEWAY_SECRET: gateway.secret,
  };
  const shops: RunningShop[] = [];
  // This cleanup runs last, since each shop must end before it.
  onTestFinished(async () => {
    await Promise.all(shops.map((shop) => shop.end("SIGKILL")));
    await gateway.stop();
    await bucket.close();
    await postgres.drop();
  });
  for (const own of ports) {
    const shop = await runShop({ ...env, PORT: String(own) }, await newFolder("fleet-"));
    onTestFailed(shop.expectRunning);
    shops.push(shop);
  }
  const opened = await openDatabase({ url: postgres.url, directory: "" });
  onTestFinished(opened.close);
  const nginx = findNginx();
  const proxy = nginx ? await openNginx(nginx, Number(port), ports) : await openRoundRobin(Number(port), ports);
  onTestFinished(proxy.close);
  return { url, shops, db: opened.db, gateway };
}

type Fleet = Awaited<ReturnType<typeof openFleet>>;

/** The status of each process's answer. */
const statusesOf = (fleet: Fleet, path: string, headers: Record<string, string> = {}): Promise<number[]> =>
  Promise.all(fleet.shops.map(async ({ url }) => (await fetch(url + path, { headers, redirect: "manual" })).status));

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function sessionsAreShared(fleet: Fleet): Promise<void> {
  const customer = new TestBrowser(fleet.url);
  await signIn(customer, email, secret);
  const { cookie } = customer;
  expect(await statusesOf(fleet, dashboard, { cookie })).toEqual([200, 200, 200]);

  await customer.form("/identity/signout/", {});

  expect(await statusesOf(fleet, dashboard, { cookie })).toEqual([303, 303, 303]);
}

async function limitsAreShared(fleet: Fleet): Promise<void> {
  const answers: number[] = [];
  for (let tries = 0; tries <= freeOfEmail.free; tries++) {
    const stranger = new TestBrowser(fleet.url);
    answers.push((await stranger.post("/identity/signin/", { email: "mary@example.com", password: "wrong" })).status);
  }
  expect(answers).toEqual([...Array(freeOfEmail.free).fill(401), 403]);
}

async function picturesAreShared(fleet: Fleet): Promise<void> {
  const customer = new TestBrowser(fleet.url);
  await signIn(customer, email, secret);
  const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: "#f00" } });
  const body = new FormData();
  body.append("avatar", new Blob([new Uint8Array(await picture.jpeg().toBuffer())], { type: "image/jpeg" }), "me.jpg");
  const headers = { cookie: customer.cookie, "x-csrftoken": await customer.token() };
  const answer = await fetch(`${fleet.url}/storefront/api/customers/avatar`, { method: "POST", body, headers });

  const { url } = (await answer.json()) as { url: string };
  expect(await statusesOf(fleet, url)).toEqual([200, 200, 200]);
}

async function changesShowEverywhere(fleet: Fleet): Promise<void> {
  const showing = async (name: string): Promise<number> => {
    const pages = await Promise.all(fleet.shops.map(async ({ url }) => (await fetch(url + product)).text()));
    return pages.filter((page) => page.includes(name)).length;
  };
  expect(await showing("Lemon Meridian")).toBe(3);
  for (let change = 1; change <= 5; change++) {
    await sql`UPDATE product SET name = ${`Renamed ${change}`} WHERE slug = 'lemon-meridian'`.execute(fleet.db);
    await until(async () => (await showing(`Renamed ${change}`)) === 3);
  }
}

async function mailsAndChargesAreMadeOnce(fleet: Fleet): Promise<void> {
  const variantId = /name="variantId" value="([^"]+)"/.exec(await (await fetch(fleet.url + product)).text())?.[1] ?? "";
  const emails = Array.from({ length: 12 }, (_, nth) => `ada-${nth}@example.com`);
  const paid = await Promise.all(
    emails.map(async (email) =>
      (await shopperOn(new TestBrowser(fleet.url), { email, lines: [{ variantId, quantity: 1 }] })).pay(),
    ),
  );
  expect(paid.map(({ status }) => status)).toEqual(emails.map(() => 200));

  const isDone = async () =>
    (await fleet.db.selectFrom("job").select("id").where("state", "=", "waiting").execute()).length === 0;
  await until(isDone);

  const sent = (await Promise.all(fleet.shops.map(({ directory }) => emailsIn(directory)))).flat();
  const confirmations = sent.filter(({ to }) => emails.includes(to));
  expect(confirmations.map(({ to }) => to).sort()).toEqual([...emails].sort());
  const answer = await fetch(`${fleet.gateway.url}/books?since=0&until=${Number.MAX_SAFE_INTEGER}&after=0&limit=100`, {
    headers: { authorization: `Bearer ${fleet.gateway.secret}` },
  });
  const { transactions } = (await answer.json()) as { transactions: { kind: string }[] };
  expect(transactions.filter(({ kind }) => kind === "capture")).toHaveLength(emails.length);
}

test("three processes behind a proxy, each with a folder of its own, are one shop", async () => {
  const fleet = await openFleet(3);

  await sessionsAreShared(fleet);
  await limitsAreShared(fleet);
  await picturesAreShared(fleet);
  await changesShowEverywhere(fleet);
  await mailsAndChargesAreMadeOnce(fleet);
});
