import { describe, expect, test } from "vitest";
import { listSecurityEvents } from "../../server/customers/security-events.ts";
import { staffPeoplePath, staffSecurityPath, staffSignInPath, staffSignOutPath } from "../../server/staff/paths.ts";
import { staffSubject } from "../../server/staff/people/people.ts";
import { proofEngines } from "../support/long-form.ts";
import { openShop } from "../support/shop.ts";
import { addApp, addStaff, enterStaff, send, signedInAs, signInStaff, staffBrowser, tokenIn } from "./staff-fixture.ts";

const hour = 3_600_000;
const wrong = "The email, the password, or the code isn’t right.";

describe.each(proofEngines)("on %s", (engine) => {
  test("a member of the staff signs in and out, and both are in the trail", async () => {
    const test = await openShop({ engine, pays: false });
    const { id, email } = await addStaff(test, "owner");
    const browser = test.browser();

    await enterStaff(browser, ` ${email.toUpperCase()} `);
    const page = await browser.get(staffSecurityPath);
    expect([page.status, page.text.includes("The owner")]).toEqual([200, true]);
    expect((await send(browser, staffSecurityPath, staffSignOutPath)).status).toBe(303);

    expect((await browser.get(staffSecurityPath)).headers.get("location")).toBe(
      `${staffSignInPath}?next=${encodeURIComponent(staffSecurityPath)}`,
    );
    const events = await listSecurityEvents(test.shop.db, staffSubject(id), { offset: 0, limit: 9 });
    expect(events.map(({ kind, actor }) => [kind, actor]).sort()).toEqual([
      ["signed-in", "staff"],
      ["signed-out", "staff"],
    ]);
  });

  test("one refusal is for whatever is wrong, and an app's code counts once", async () => {
    const test = await openShop({ engine, pays: false });
    const { id, email } = await addStaff(test, "manager");
    const code = await addApp(test, id);
    const [browser, right] = [test.browser(), code()];

    for (const [who, typed, secret] of [
      ["nobody@staff.example", right, undefined],
      [email, right, "wrong-password-1"],
      [email, "", undefined],
      [email, right === "000000" ? "000001" : "000000", undefined],
    ] as const) {
      const answer = await signInStaff(browser, who, typed, ...(secret ? [secret] : []));
      expect([who, answer.status, answer.text.includes(wrong)]).toEqual([who, 401, true]);
      expect(browser.jar.has("staff")).toBe(false);
    }
    await enterStaff(browser, email, right);
    expect((await signInStaff(test.browser(), email, right)).status).toBe(401);
  });

  test("wrong passwords are limited by where they come from, and keep nobody else out", async () => {
    const test = await openShop({ engine, pays: false, env: { TRUST_PROXY: "1" } });
    const { email } = await addStaff(test, "owner");
    const [stranger, holder] = [test.browser(), test.browser()];
    stranger.headers = { "x-forwarded-for": "203.0.113.7" };
    holder.headers = { "x-forwarded-for": "198.51.100.7" };

    const statuses: number[] = [];
    for (let at = 0; at < 21; at++) statuses.push((await signInStaff(stranger, email, "", "wrong-password-1")).status);

    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 401), 429]);
    expect((await signInStaff(stranger, email)).status).toBe(429);
    await enterStaff(holder, email);
  });

  test("a session ends after eight hours, or an hour without use", async () => {
    const test = await openShop({ engine, pays: false });
    const browser = await staffBrowser(test, "reader");
    const isIn = async () => (await browser.get(staffSecurityPath)).status === 200;

    for (let hours = 0; hours < 8; hours += 0.75) {
      expect([hours, await isIn()]).toEqual([hours, true]);
      test.pass(0.75 * hour);
    }
    expect(await isIn()).toBe(false);
    const another = await signedInAs(test, "staff-reader");
    expect((await another.get(staffSecurityPath)).status).toBe(200);
    test.pass(hour + 1);
    expect((await another.get(staffSecurityPath)).status).toBe(303);
  });
});

test("the cookie is the staff's alone: strict, unreadable, and no shopper's session opens anything", async () => {
  const test = await openShop({ pays: false });
  const { email } = await addStaff(test, "owner");
  const browser = test.browser();
  const answer = await signInStaff(browser, email);
  const line = answer.headers.getSetCookie().find((cookie) => cookie.startsWith("staff="));
  expect(line).toMatch(/; HttpOnly/);
  expect(line).toMatch(/; SameSite=Strict/);
  expect(answer.headers.getSetCookie().some((cookie) => cookie.startsWith("csrftoken="))).toBe(false);

  const shopper = test.browser();
  shopper.jar.set("user_id", browser.jar.get("staff") ?? "");
  expect((await shopper.get(staffSecurityPath)).status).toBe(303);
});

test("a form of a session that is over asks to sign in and then goes through, with what was typed", async () => {
  const test = await openShop({ pays: false });
  const browser = await staffBrowser(test, "owner");
  const open = tokenIn(await browser.get(staffPeoplePath));
  test.pass(2 * hour);

  const asked = await browser.form(staffPeoplePath, { _csrf: open, email: "new@staff.example", role: "packer" });
  expect([asked.status, asked.text.includes('name="email" value="new@staff.example"')]).toEqual([403, true]);
  const proof = { proof_email: "owner@staff.example", proof_password: "Green-leaf-42", proof_code: "" };
  const fields = { _csrf: tokenIn(asked), email: "new@staff.example", role: "packer" };
  expect((await browser.form(staffPeoplePath, { ...fields, ...proof, proof_password: "wrong-password-1" })).status).toBe(401);
  const sent = await browser.form(staffPeoplePath, { ...fields, ...proof });

  expect([sent.status, sent.headers.get("location")]).toEqual([303, `${staffPeoplePath}?notice=added`]);
  expect((await browser.get(staffPeoplePath)).text).toContain("new@staff.example");
});

test("another site's form gets no page to sign in on, and changes nothing", async () => {
  const test = await openShop({ pays: false });
  await addStaff(test, "owner");
  const victim = test.browser();
  const answer = await victim.form(
    staffPeoplePath,
    { _csrf: "x", email: "thief@staff.example", role: "owner" },
    { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
  );
  expect([answer.status, answer.text.includes("thief@staff.example")]).toEqual([403, false]);
});

test("a link from a mail program's page leads in without another sign-in", async () => {
  const test = await openShop({ pays: false });
  const browser = test.browser();
  const answer = await browser.request("GET", staffSecurityPath, { headers: { "sec-fetch-site": "cross-site" } });
  expect([answer.status, answer.headers.get("refresh")]).toEqual([200, "0"]);
});
