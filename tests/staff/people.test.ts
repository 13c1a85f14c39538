import { describe, expect, test } from "vitest";
import {
  staffJoinPath,
  staffPeoplePath,
  staffPersonLinkPath,
  staffPersonPath,
  staffPersonRemovalPath,
  staffSecurityPath,
  staffSignInPath,
} from "../../server/staff/paths.ts";
import { proofEngines } from "../support/long-form.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { openShop, type TestShop } from "../support/shop.ts";
import { rawRequest } from "../web/raw-http.ts";
import { addApp, addStaff, send, sendSeen, signedInAs, signInStaff, staffBrowser, tokenIn } from "./staff-fixture.ts";

const hour = 3_600_000;
/** The link in the person's email that differs from `not`. */
const linkTo = async (test: TestShop, email: string, not = ""): Promise<string> => {
  await test.runJobs();
  const mails = (await emailsIn(test.directory)).filter(({ to }) => to === email);
  const links = mails.map(({ text }) => /\/staff\/join\/\?token=[\w-]+/.exec(text)?.[0]);
  return links.find((link) => link !== undefined && link !== not) ?? "no link";
};
const join = async (test: TestShop, link: string, password: string) => {
  const browser = test.browser();
  const page = await browser.get(link);
  // An expired link's page has no form.
  const csrf = page.text.includes("_csrf") ? { _csrf: tokenIn(page) } : {};
  const token = new URL(link, "http://shop.test").searchParams.get("token") ?? "";
  return {
    browser,
    page,
    answer: await browser.form(staffJoinPath, { ...csrf, token, name: "Pat Packer", password }),
  };
};

describe.each(proofEngines)("on %s", (engine) => {
  test("an owner adds somebody, whose link sets a password once", async () => {
    const test = await openShop({ engine, pays: false });
    const owner = await staffBrowser(test, "owner");
    await send(owner, staffPeoplePath, staffPeoplePath, { email: "Pat@Staff.example", role: "packer" });
    const { text } = await owner.get(`${staffPeoplePath}?notice=added`);
    expect(text).toContain("Added. The link is on its way. No mail server is connected yet");

    const link = await linkTo(test, "pat@staff.example");
    const weak = await join(test, link, "Pat-Packer-1");
    expect([weak.page.status, weak.answer.status]).toEqual([200, 422]);
    const { browser, answer } = await join(test, link, "Blue-river-88");

    expect([answer.status, answer.headers.get("location")]).toEqual([303, staffSecurityPath]);
    expect((await browser.get(staffPeoplePath)).status).toBe(403);
    expect((await join(test, link, "Other-river-88")).answer.status).toBe(409);
    expect((await signInStaff(test.browser(), "pat@staff.example", "", "Blue-river-88")).status).toBe(303);
  });

  test("a link is over after an hour, and when another was sent", async () => {
    const test = await openShop({ engine, pays: false });
    const owner = await staffBrowser(test, "owner");
    await send(owner, staffPeoplePath, staffPeoplePath, { email: "pat@staff.example", role: "packer" });
    const first = await linkTo(test, "pat@staff.example");
    const { id } = await test.shop.db
      .selectFrom("staff")
      .select("id")
      .where("email", "=", "pat@staff.example")
      .executeTakeFirstOrThrow();
    await send(owner, staffPersonPath(id), staffPersonLinkPath(id));
    const second = await linkTo(test, "pat@staff.example", first);

    const over = await join(test, first, "Blue-river-88");
    expect(over.answer.status).toBe(409);
    // The only owner can ask nobody for a new link.
    expect(over.page.text).toContain("npm run store -- staff link EMAIL");
    test.pass(hour + 1);
    expect((await join(test, second, "Blue-river-88")).answer.status).toBe(409);
  });

  test("a role counts at once, a removed person is out at once, and both are in the audit", async () => {
    const test = await openShop({ engine, pays: false });
    const owner = await staffBrowser(test, "owner");
    const manager = await staffBrowser(test, "manager");
    expect((await manager.get(staffPeoplePath)).status).toBe(403);
    const [page, removal] = [staffPersonPath("staff-manager"), staffPersonRemovalPath("staff-manager")];

    expect((await sendSeen(owner, page, { name: "The manager", role: "owner" })).status).toBe(303);
    expect((await manager.get(staffPeoplePath)).status).toBe(200);
    expect((await send(owner, page, removal)).status).toBe(303);
    expect((await manager.get(staffSecurityPath)).status).toBe(303);
    expect((await signInStaff(test.browser(), "manager@staff.example")).status).toBe(401);

    const entries = await test.shop.db.selectFrom("audit_entry").selectAll().orderBy("at").execute();
    expect(entries.map(({ actor, action, before, after }) => [actor, action, before, after])).toEqual([
      ["staff:staff-owner", "changed", '{"role":"manager"}', '{"role":"owner"}'],
      ["staff:staff-owner", "removed", '{"email":"manager@staff.example","role":"owner"}', null],
    ]);
    await expect(test.shop.db.updateTable("audit_entry").set({ action: "nothing" }).execute()).rejects.toThrow();
    await expect(test.shop.db.deleteFrom("audit_entry").execute()).rejects.toThrow();
  });

  test("there is one owner at least, also where two remove each other at one moment", async () => {
    const test = await openShop({ engine, pays: false });
    const one = await staffBrowser(test, "owner");
    const removal = staffPersonRemovalPath("staff-owner");
    expect((await send(one, staffPersonPath("staff-owner"), removal)).status).toBe(403);
    const reader = { name: "The owner", role: "reader" };
    expect((await sendSeen(one, staffPersonPath("staff-owner"), reader)).status).toBe(403);

    const { id } = await addStaff(test, "manager");
    await sendSeen(one, staffPersonPath(id), { name: "", role: "owner" });
    const other = await signedInAs(test, id);
    await Promise.all([
      send(one, staffPersonPath(id), staffPersonRemovalPath(id)),
      send(other, staffPersonPath("staff-owner"), removal),
    ]);
    const left = await test.shop.db.selectFrom("staff").select("id").where("removed_at", "is", null).execute();
    expect(left).toHaveLength(1);
  });
});

test("a lost app is turned off with a new link, and everything signed in before is over", async () => {
  const test = await openShop({ pays: false });
  const owner = await staffBrowser(test, "owner");
  const packer = await staffBrowser(test, "packer");
  await addApp(test, "staff-packer");
  await send(owner, staffPersonPath("staff-packer"), staffPersonLinkPath("staff-packer"), { resetSteps: "1" });

  expect((await packer.get(staffSecurityPath)).status).toBe(303);
  const { answer } = await join(test, await linkTo(test, "packer@staff.example"), "Blue-river-88");
  expect(answer.status).toBe(303);
});

test("a link without a reset sets the password, and the sign-in still asks for the app", async () => {
  const test = await openShop({ pays: false });
  const owner = await staffBrowser(test, "owner");
  const code = await addApp(test, "staff-owner");
  await send(owner, staffPersonPath("staff-owner"), staffPersonLinkPath("staff-owner"));

  const { browser, answer } = await join(test, await linkTo(test, "owner@staff.example"), "Blue-river-88");

  expect([answer.status, answer.headers.get("location")]).toEqual([303, `${staffSignInPath}?notice=joined`]);
  expect((await browser.get(`${staffSignInPath}?notice=joined`)).text).toContain("Your password is set. Now sign in");
  expect(browser.jar.has("staff")).toBe(false);
  expect((await browser.get(staffPeoplePath)).headers.get("location")).toContain(staffSignInPath);
  expect((await owner.get(staffPeoplePath)).status).toBe(303);
  expect((await signInStaff(browser, "owner@staff.example", "", "Blue-river-88")).status).toBe(401);
  expect((await signInStaff(browser, "owner@staff.example", code(), "Blue-river-88")).status).toBe(303);
});

test("people are changed only soon after a proof, which the page asks for", async () => {
  const test = await openShop({ pays: false });
  const owner = await staffBrowser(test, "owner");
  const code = await addApp(test, "staff-owner");
  test.pass(11 * 60_000);
  const asked = await send(owner, staffPeoplePath, staffPeoplePath, { email: "new@staff.example", role: "packer" });
  expect([asked.status, asked.text.includes("Confirm it’s you")]).toEqual([403, true]);
  const fields = { _csrf: tokenIn(asked), email: "new@staff.example", role: "packer" };
  const proof = { proof_password: "Green-leaf-42" };
  expect((await owner.form(staffPeoplePath, { ...fields, ...proof, proof_code: "" })).status).toBe(401);

  const sent = await owner.form(staffPeoplePath, { ...fields, ...proof, proof_code: code() });
  expect(sent.status).toBe(303);
  expect((await send(owner, staffPeoplePath, staffPeoplePath, { email: "two@staff.example", role: "packer" })).status).toBe(303);
});

test("in production nothing is open before a second step is set up", async () => {
  const test = await openShop({
    pays: false,
    env: {
      NODE_ENV: "production",
      PUBLIC_URL: "https://shop.example",
      TRUST_PROXY: "1",
      SESSION_SECRET: "Vq7Zr1xT9cLm4Kp8WnB2sYd6HfJ3GaEu",
      ALLOW_TEST_GATEWAY: "1",
      MAIL_TO_FILES: "1",
    },
  });
  const { email } = await addStaff(test, "owner");
  const browser = test.browser();
  browser.headers = { "x-forwarded-proto": "https" };
  const page = await browser.get("/staff/signin/");
  await browser.form("/staff/signin/", { _csrf: tokenIn(page), email, password: "Green-leaf-42" });
  expect([...browser.jar.keys()]).toContain("__Host-staff");

  expect((await browser.get(staffPeoplePath)).headers.get("location")).toBe(staffSecurityPath);
  expect((await browser.get(staffSecurityPath)).text).toContain("Set up an authenticator app or a passkey first.");
  await addApp(test, "staff-owner");
  expect((await browser.get(staffPeoplePath)).status).toBe(200);
});

test("STAFF_HOST is the only host of the staff's side, and there is nothing else on it", async () => {
  const test = await openShop({ pays: false, env: { STAFF_HOST: "staff.shop.test" } });
  const at = (path: string, method = "GET") => rawRequest(test, path, { method, headers: { host: "staff.shop.test" } });

  for (const path of ["/staff/signin/", "/staff/people/", "/staff/"])
    expect([path, (await test.browser().get(path)).status]).toEqual([path, 404]);
  expect((await test.browser().form("/staff/signin/", { email: "a@b.example", password: "x" })).status).toBe(404);

  expect((await at("/staff/signin/")).text).toContain('action="/staff/signin/"');
  // The page is in memory now; the staff's host must not send it either.
  for (const browser of [test.browser(), test.browser()]) await browser.get("/storefront/");
  for (const path of ["/storefront/", "/storefront/cart/", "/identity/signin/", "/storefront/api/csrf"])
    expect([path, (await at(path)).status]).toEqual([path, 404]);
  expect((await at("/")).headers.get("location")).toBe("/staff/");
  expect((await at("/readyz")).status).toBe(200);
});
