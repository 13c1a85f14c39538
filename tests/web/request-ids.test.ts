import { describe, expect, test } from "vitest";
import { findPath } from "../../server/checkout/cart-paths.ts";
import { transact } from "../../server/db/transaction.ts";
import { enqueue } from "../../server/jobs/enqueue.ts";
import { withRequestId } from "../../server/request-id.ts";
import { randomRequestIds } from "../../server/web/request-ids.ts";
import { openJobs } from "../jobs/queue-fixture.ts";
import { shopperAt } from "../payments/shopper.ts";
import { proofEngines } from "../support/long-form.ts";
import { production } from "../support/production.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { openShop, type TestShop } from "../support/shop.ts";
import { rawRequest } from "./raw-http.ts";

const made = /^[\dabcdefghjkmnpqrstvwxyz]{4}(?:-[\dabcdefghjkmnpqrstvwxyz]{4}){2}$/;
const idOf = ({ headers }: { headers: Map<string, string> }): string => headers.get("x-request-id") ?? "";

/** The request ids of the log's lines that contain `word`. */
const loggedIds = ({ log }: TestShop, word = '"msg":"request"'): string[] =>
  log.filter((line) => line.includes(word)).map((line) => (JSON.parse(line) as { request?: string }).request ?? "");

test("every answer has an id of its own, which its line in the log has too", async () => {
  const shop = await openShop({ pays: false });
  const page = await rawRequest(shop, "/storefront/");
  const known = { "if-none-match": page.headers.get("etag") ?? "" };
  const answers = [
    page,
    await rawRequest(shop, "/storefront/"),
    await rawRequest(shop, "/storefront/", { headers: known }),
    await rawRequest(shop, "/storefront/", { method: "HEAD", headers: { "accept-encoding": "br" } }),
    await rawRequest(shop, "/storefront/nothing-here"),
    await rawRequest(shop, "/storefront/checkout/payment", { method: "POST" }),
    await rawRequest(shop, "/healthz"),
    await rawRequest(shop, "/storefront/%E0"),
    await rawRequest(shop, "http://[::1/"),
  ];

  const ids = answers.map(idOf);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 304, 200, 404, 415, 200, 404, 400]);
  for (const id of ids) expect(id).toMatch(made);
  expect(new Set(ids).size).toBe(answers.length);
  expect(loggedIds(shop)).toEqual(ids);
});

const uuid = "7B1c2f0e-91aa-4c02-8d3e-aa00aa00aa00";
const hex = "0123456789abcdef0123456789abcdef";

test("a proxy's id is taken where one is trusted and the id is well-formed", async () => {
  const direct = await openShop({ pays: false });
  expect(idOf(await rawRequest(direct, "/storefront/", { headers: { "x-request-id": uuid } }))).toMatch(made);
  const shop = await openShop({ pays: false, env: production });
  for (const path of ["/storefront/", "/storefront/", "/healthz"])
    for (const id of [uuid, hex]) expect(idOf(await rawRequest(shop, path, { headers: { "X-Request-ID": id } }))).toBe(id);
  for (const id of ["4242424242424242", "", "ada@example.com", `${hex}0`, `"${hex}"`, "x".repeat(9000)])
    for (const path of ["/storefront/", "/healthz"])
      expect(idOf(await rawRequest(shop, path, { headers: { "X-Request-ID": id } }))).toMatch(made);
  const twice = { "X-Request-ID": hex, "x-request-id": hex };
  expect(idOf(await rawRequest(shop, "/storefront/", { headers: twice }))).toMatch(made);
});

test("a failure of the shop's own names its request, to shoppers, programs, and in the log", async () => {
  const shop = await openShop({ pays: false });
  await shop.shop.db.schema.alterTable("checkout").renameTo("gone").execute();
  const id = "0".repeat(32);
  const page = await rawRequest(shop, `/storefront/checkout/contact/${id}/`);
  const call = await rawRequest(shop, `/shop/us${findPath}?checkoutId=${id}`);
  const refused = await rawRequest(shop, "/storefront/api/nothing-here");

  expect([page.status, call.status, refused.status]).toEqual([500, 500, 404]);
  expect(page.text).toContain(`quote request ${idOf(page)}.`);
  expect(JSON.parse(call.text)).toEqual({
    error: "something went wrong please try later",
    code: "server_error",
    requestId: idOf(call),
  });
  expect(JSON.parse(refused.text)).not.toHaveProperty("requestId");
  expect(loggedIds(shop, "request failed")).toEqual([idOf(page), idOf(call)]);
});

const owner = "owner@leaf.example";

describe.each(proofEngines)("on %s", (engine) => {
  test("jobs of a request keep its id, with those that follow from them, and the owner's email names it", async () => {
    const shop = await openShop({ engine, env: { OWNER_MAIL: owner } });
    const { db, now } = shop.shop;
    expect((await (await shopperAt(shop)).pay()).status).toBe(200);
    const lines = shop.log.filter((line) => line.includes('"path":"/storefront/checkout/payment"'));
    const [id = ""] = lines.map((line) => (JSON.parse(line) as { request: string }).request);
    expect(id).toMatch(made);
    const jobs = await db.selectFrom("job").select(["kind", "request_id"]).execute();
    expect(jobs.map(({ kind }) => kind).sort()).toEqual(["capture", "confirmation-mail", "order-notice"]);
    expect(new Set(jobs.map(({ request_id }) => request_id))).toEqual(new Set([id]));

    await shop.runJobs();
    // A job that no request has added.
    await transact(db, (tx) => enqueue(tx, { kind: "overdue-notice", subject: "by-a-timer" }, now()));

    const [toOwner, toShopper] = [true, false].map(async (isOwner) =>
      (await emailsIn(shop.directory)).filter(({ to }) => (to === owner) === isOwner).map(({ text }) => text),
    );
    expect(await toOwner).toEqual([expect.stringContaining(`Request ${id} in the log`)]);
    expect((await toShopper)?.length).toBe(1);
    expect((await toShopper)?.join()).not.toContain(id);
    const { request_id } = await db
      .selectFrom("job")
      .select("request_id")
      .where("subject", "=", "by-a-timer")
      .executeTakeFirstOrThrow();
    expect(request_id).toBeNull();
  });
});

describe.each(proofEngines)("a job, on %s", (engine) => {
  test("runs for the request that enqueued it, whoever notified the queue", async () => {
    const { db, clock, add, process } = await openJobs(engine);
    await withRequestId("first", () => add("one", "a"));
    await add("one", "by a timer");
    const { run } = process({
      one: (_payload, { subject }) => transact(db, (tx) => enqueue(tx, { kind: "two", subject }, clock.at)),
      two: async () => {},
    });

    await withRequestId("another", run);

    const jobs = await db.selectFrom("job").select(["kind", "subject", "request_id"]).where("kind", "=", "two").execute();
    expect(Object.fromEntries(jobs.map(({ subject, request_id }) => [subject, request_id]))).toEqual({
      a: "first",
      "by a timer": null,
    });
  });
});

test("ids differ, and are spread over all letters", () => {
  const next = randomRequestIds();
  const ids = Array.from({ length: 20_000 }, next);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !made.test(id))).toEqual([]);
  expect(new Set(ids.join("").replaceAll("-", "")).size).toBe(32);
});
