import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { pageOf } from "../checkout/shopper.ts";
import { addCustomer, shopWithCustomer, signIn } from "../identity/customer-fixture.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { proofEngines } from "../support/long-form.ts";
import type { TestShop } from "../support/shop.ts";

const path = "/storefront/api/customers/avatar";
const limit = 2_097_152;

/** A picture half red, half blue, twice as wide as high. */
const picture = (width = 800, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: "#f00" } }).composite([
    { input: { create: { width: width / 2, height, channels: 3, background: "#00f" } }, left: width / 2, top: 0 },
  ]);
const jpeg = () =>
  picture()
    .withExif({ IFD0: { Copyright: "Ann" }, IFD3: { GPSLatitudeRef: "N" } })
    .jpeg()
    .toBuffer();
/** Readers ignore data after a picture's end. */
const ofSize = async (bytes: number) =>
  Buffer.concat([await picture().jpeg().toBuffer(), Buffer.alloc(limit)]).subarray(0, bytes);

type Sent = { file?: Buffer | string; type?: string; fields?: Record<string, string>; headers?: Record<string, string> };

async function send(shop: TestShop, browser: TestBrowser, { file, type = "image/jpeg", fields = {}, headers = {} }: Sent) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (file !== undefined) form.append("avatar", new Blob([new Uint8Array(Buffer.from(file))], { type }), "me.jpg");
  const init = { method: "POST", body: form, headers: { cookie: browser.cookie, ...headers }, redirect: "manual" as const };
  const answer = await fetch(shop.url + path, init);
  const text = await answer.text();
  const body = answer.headers.get("content-type")?.includes("json") ? (JSON.parse(text) as Record<string, string>) : undefined;
  return { status: answer.status, text, body, location: answer.headers.get("location") };
}

async function signInCustomer(shop: TestShop): Promise<TestBrowser> {
  const customer = shop.browser();
  await signIn(customer);
  return customer;
}

/** Uploads a picture like the island. */
const upload = async (shop: TestShop, browser: TestBrowser, file: Buffer | string) =>
  await send(shop, browser, { file, headers: { "x-csrftoken": await browser.token() } });
/** Uploads a picture like a browser without scripts. */
const post = async (shop: TestShop, browser: TestBrowser, file: Buffer | string, token?: string) => {
  const fields = { _csrf: token ?? (await browser.token()) };
  return await send(shop, browser, { file, fields, headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" } });
};

const kept = (shop: TestShop) => readdir(join(shop.directory, "media", "avatars")).catch(() => []);

describe.each(proofEngines)("a customer's picture on %s", (engine) => {
  test("is kept as a square without its metadata; the old one goes after the commit (requirements 199, 246)", async () => {
    const shop = await shopWithCustomer({ engine });
    const customer = await signInCustomer(shop);

    const first = await upload(shop, customer, await jpeg());
    expect([first.status, first.body?.message]).toEqual([200, "avatar saved correctly"]);
    expect(first.body?.url).toMatch(/^\/media\/avatars\/[0-9a-f]{32}\.webp$/);
    expect((await customer.get("/storefront/dashboard/profile/")).text).toContain(`<img src="${first.body?.url}"`);

    const served = await fetch(shop.url + first.body?.url);
    expect(Object.fromEntries(served.headers)).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "private, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    });
    const { width, height, format, exif } = await sharp(await served.arrayBuffer()).metadata();
    expect({ width, height, format, exif }).toEqual({ width: 400, height: 400, format: "webp", exif: undefined });

    const second = await upload(shop, customer, await picture().png().toBuffer());
    await shop.runJobs();
    expect(second.body?.url).not.toBe(first.body?.url);
    expect(await kept(shop)).toEqual([second.body?.url?.split("/").at(-1)]);
    expect((await fetch(shop.url + first.body?.url)).status).toBe(404);
  });

  test("is taken away with its file, another's stays, and once more is no fault (requirement 246)", async () => {
    const shop = await shopWithCustomer({ engine });
    await addCustomer(shop, "bob");
    const bob = shop.browser();
    await signIn(bob, "bob@example.com");
    const customer = await signInCustomer(shop);
    await upload(shop, customer, await jpeg());
    const others = await upload(shop, bob, await jpeg());

    for (let times = 0; times < 2; times += 1) {
      const { status, body } = await customer.delete(path, {});
      expect([status, body]).toEqual([200, { data: {} }]);
      await shop.runJobs();
    }

    expect(await kept(shop)).toEqual([others.body?.url?.split("/").at(-1)]);
    const page = pageOf(await customer.get("/storefront/dashboard/profile/"));
    expect([page.querySelector(".avatar img"), page.querySelector("[name=_method][value=DELETE]")]).toEqual([null, null]);
    expect((await bob.get("/storefront/dashboard/profile/")).text).toContain(`<img src="${others.body?.url}"`);
  });

  test("stays the old one when the change could not be written, and leaves no file behind", async () => {
    const shop = await shopWithCustomer({ engine });
    const customer = await signInCustomer(shop);
    const { body } = await upload(shop, customer, await jpeg());
    const refuse =
      engine === "sqlite"
        ? [sql`CREATE TRIGGER refuse BEFORE UPDATE OF avatar ON customer BEGIN SELECT RAISE(ABORT, 'no'); END`]
        : [
            sql`CREATE FUNCTION refuse() RETURNS trigger AS 'BEGIN RAISE EXCEPTION ''no''; END' LANGUAGE plpgsql`,
            sql`CREATE TRIGGER refuse BEFORE UPDATE OF avatar ON customer FOR EACH ROW EXECUTE FUNCTION refuse()`,
          ];
    for (const statement of refuse) await statement.execute(shop.shop.db);

    expect((await upload(shop, customer, await picture(300, 300).png().toBuffer())).status).toBe(500);
    await shop.runJobs();

    expect(await kept(shop)).toEqual([body?.url?.split("/").at(-1)]);
    expect((await fetch(shop.url + body?.url)).status).toBe(200);
  });
});

describe("what is no picture that the shop takes", () => {
  const notPicture = { error: "Please upload a valid image file.", code: "unsupported_type" };
  const tooLarge = { error: "File must be less than 2 MB.", code: "too_large" };

  test("is told by its content, whatever it is called (requirement 201)", async () => {
    const shop = await shopWithCustomer();
    const customer = await signInCustomer(shop);
    const half = (await jpeg()).subarray(0, 900);
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: "#fff" } })
      .png()
      .toBuffer();
    const svg = "<svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'/>";

    for (const file of ["plain text", "", svg, half, bomb, "\xff\xd8\xff\xe0 no more"]) {
      const { status, body } = await upload(shop, customer, file);
      expect([status, body]).toEqual([415, notPicture]);
    }
    const none = await send(shop, customer, { headers: { "x-csrftoken": await customer.token() } });
    expect([none.status, none.body]).toEqual([415, notPicture]);
    expect(await kept(shop)).toEqual([]);
  });

  test("is refused from 2097152 bytes on, its kind first (requirements 202, 203)", async () => {
    const shop = await shopWithCustomer();
    const customer = await signInCustomer(shop);

    expect((await upload(shop, customer, await ofSize(limit - 1))).status).toBe(200);
    for (const file of [await ofSize(limit), Buffer.concat([await ofSize(limit), Buffer.alloc(9 * limit)])]) {
      const { status, body } = await upload(shop, customer, file);
      expect([status, body]).toEqual([413, tooLarge]);
    }
    expect((await upload(shop, customer, Buffer.alloc(2 * limit, "text"))).body).toEqual(notPicture);
  });

  test("may be anything: JSON, half a form, two files", async () => {
    const shop = await shopWithCustomer();
    const customer = await signInCustomer(shop);
    const token = { "x-csrftoken": await customer.token() };
    const raw = (type: string, body: string) =>
      customer.request("POST", path, { body, headers: { "content-type": type, ...token } }).then(({ status }) => status);

    expect(await raw("application/json", "{}")).toBe(415);
    expect(await raw("multipart/form-data", "--x\r\n")).toBe(415);
    const begun = '--x\r\nContent-Disposition: form-data; name="avatar"; filename="a"\r\n\r\nabc';
    expect(await raw("multipart/form-data; boundary=x", begun)).toBe(415);
    const part = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"; filename="a"\r\n\r\nabc\r\n`;
    expect(await raw("multipart/form-data; boundary=x", `${part("a")}${part("b")}--x--\r\n`)).toBe(415);
  });
});

test("strangers and missing tokens are refused before a file is kept (requirements 245, 247)", async () => {
  const shop = await shopWithCustomer();
  const customer = await signInCustomer(shop);
  const file = await jpeg();

  expect((await send(shop, shop.browser(), { file })).status).toBe(401);
  expect((await send(shop, customer, { file })).status).toBe(403);
  expect((await send(shop, customer, { file, headers: { "x-csrftoken": "wrong" } })).body).toMatchObject({ code: "csrf" });
  expect(await kept(shop)).toEqual([]);
});

describe("without scripts", () => {
  test("the camera opens a form that brings the picture and comes back (requirement 200)", async () => {
    const shop = await shopWithCustomer();
    const customer = await signInCustomer(shop);
    const form = pageOf(await customer.get("/storefront/dashboard/profile/")).querySelector(`form[action='${path}']`);
    expect(form?.getAttribute("enctype")).toBe("multipart/form-data");
    expect(form?.querySelector("summary")?.textContent).toBe("Change picture");
    expect(form?.querySelector("summary use")?.getAttribute("href")).toBe("#i-camera");

    const { status, location } = await post(shop, customer, await jpeg());

    expect([status, location]).toEqual([303, "/storefront/dashboard/profile/?saved=avatar"]);
    expect((await customer.get(location ?? "")).text).toContain("avatar saved correctly");
  });

  test("a form takes the picture away, and the page says so", async () => {
    const shop = await shopWithCustomer();
    const customer = await signInCustomer(shop);
    await upload(shop, customer, await jpeg());
    const page = pageOf(await customer.get("/storefront/dashboard/profile/"));
    const form = page.querySelector("[name=_method][value=DELETE]")?.closest("form");
    expect([form?.getAttribute("action"), form?.querySelector("button")?.textContent]).toEqual([path, "Remove picture"]);

    const removed = await customer.form(path, { _method: "DELETE" });

    expect([removed.status, removed.headers.get("location")]).toEqual([303, "/storefront/dashboard/profile/?saved=no-avatar"]);
    expect((await customer.get("/storefront/dashboard/profile/?saved=no-avatar")).text).toContain(
      "<p>avatar removed correctly</p>",
    );
    await shop.runJobs();
    expect(await kept(shop)).toEqual([]);
  });

  test("a form that brings no file at all is told so", async () => {
    const shop = await shopWithCustomer();
    const customer = await signInCustomer(shop);
    const { status, text } = await customer.form(path, {});
    expect([status, text.includes("Please upload a valid image file.")]).toEqual([422, true]);
  });

  test("a refusal stands beside the field, open again", async () => {
    const shop = await shopWithCustomer();
    const customer = await signInCustomer(shop);

    const { status, text } = await post(shop, customer, await ofSize(limit));

    const page = pageOf({ text } as never);
    expect([status, page.querySelector("#avatar-error")?.textContent]).toEqual([422, "File must be less than 2 MB."]);
    expect(page.querySelector("#avatar")?.closest("details")?.hasAttribute("open")).toBe(true);
  });

  test("a stale token gets the page again, and a stranger the sign-in", async () => {
    const shop = await shopWithCustomer();
    const customer = await signInCustomer(shop);
    expect((await post(shop, customer, await jpeg(), "old")).status).toBe(403);
    expect(await kept(shop)).toEqual([]);
    const stranger = await post(shop, shop.browser(), await jpeg());
    expect([stranger.status, stranger.location?.startsWith("/identity/signin/?next=")]).toEqual([303, true]);
  });
});

test("no picture is taken away for strangers, nor without a token (requirements 245, 247)", async () => {
  const shop = await shopWithCustomer();
  const customer = await signInCustomer(shop);
  await upload(shop, customer, await jpeg());

  expect((await shop.browser().delete(path, {})).status).toBe(401);
  expect((await customer.call("DELETE", path, {}, { csrf: false })).status).toBe(403);
  const stale = await customer.form(path, { _method: "DELETE", _csrf: "old" });
  expect([stale.status, stale.text.includes("This page was open too long")]).toEqual([403, true]);
  await shop.runJobs();
  expect(await kept(shop)).toHaveLength(1);
});

test("nothing but a picture's own name reaches a file", async () => {
  const shop = await shopWithCustomer();
  for (const name of ["..%2f..%2fstore.db", `${"a".repeat(32)}.webp`, "", ".webp"])
    expect((await fetch(`${shop.url}/media/avatars/${name}`)).status).toBe(404);
});

test("a disabled account takes its picture along, once nobody can undo it", async () => {
  const shop = await shopWithCustomer();
  const customer = await signInCustomer(shop);
  await upload(shop, customer, await jpeg());

  expect((await customer.post("/storefront/api/customers/disable", {})).status).toBeLessThan(300);
  await shop.runJobs();
  expect(await kept(shop)).toHaveLength(1);
  shop.pass(14 * 24 * 3_600_000);
  await shop.runJobs();

  expect(await kept(shop)).toEqual([]);
});
