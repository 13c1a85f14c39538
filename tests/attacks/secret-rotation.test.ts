import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { customerSubject } from "../../server/customers/security-events.ts";
import { transact } from "../../server/db/transaction.ts";
import { confirmTotpRow } from "../../server/identity/factors/queries.ts";
import { beginTotp, createRecoveryCodes, pendingSecret, resealTotps } from "../../server/identity/factors/totp.ts";
import { codeOf, stepAt } from "../../server/identity/factors/totp-code.ts";
import { identityJobs } from "../../server/identity/jobs.ts";
import { isSigned, sign } from "../../server/secrets.ts";
import { staffSecurityPath } from "../../server/staff/paths.ts";
import { staffSubject } from "../../server/staff/people/people.ts";
import { proofOfWork } from "../../server/web/proof-of-work/challenges.ts";
import { readWorkLink, signWorkLink } from "../../server/web/proof-of-work/links.ts";
import { password, shopWithCustomer, signIn } from "../identity/customer-fixture.ts";
import { addApp, addStaff, signedInAs, signInStaff } from "../staff/staff-fixture.ts";
import { proofEngines } from "../support/long-form.ts";
import { openSecondShop } from "../support/second-shop.ts";
import { emailsIn } from "../support/sent-emails.ts";

const secretOf = (name: string) => createHash("sha256").update(name).digest("hex");
const [former, newest, strange] = [secretOf("former"), secretOf("newest"), secretOf("strange")];
const settings = "/storefront/dashboard/settings/";
const wishlist = "/storefront/api/customers/wishlist";

const env = (...secrets: string[]) => ({ env: { SESSION_SECRET: secrets.join(",") } });

test("the newest secret signs, each verifies, and none that was taken out", () => {
  expect(sign(`${newest},${former}`, "text")).toBe(sign(newest, "text"));
  expect(isSigned(`${newest},${former}`, "text", sign(former, "text"))).toBe(true);
  expect(isSigned(`${newest},${former}`, "other text", sign(former, "text"))).toBe(false);
  expect(isSigned(newest, "text", sign(former, "text"))).toBe(false);
  expect(isSigned(newest, "text", "")).toBe(false);
});

test("work and links that stand for it count across a change of the secret", async () => {
  const work = { cost: 1, least: 1, most: 1 };
  const at = (secret: string) => ({ now: Date.now, secret, purpose: "sign-in-link" });
  const link = signWorkLink(at(former), "ann", "0".repeat(32));
  expect(readWorkLink(at(`${newest},${former}`), "ann", link)).toMatchObject({ subject: "ann" });
  expect(readWorkLink(at(newest), "ann", link)).toBeUndefined();

  const { solveChallenge } = await import("altcha-lib");
  const { deriveKey } = await import("altcha-lib/algorithms/pbkdf2");
  const challenge = await proofOfWork({ now: Date.now, secret: former, work }).offer({ action: "sign-in" });
  const solution = await solveChallenge({ challenge, deriveKey } as never);
  const solved = Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
  const checkedBy = (...secrets: string[]) => proofOfWork({ now: Date.now, secret: secrets.join(","), work }).check(solved);
  expect(await checkedBy(newest, former)).toMatchObject({ action: "sign-in" });
  expect(await checkedBy(newest)).toBeUndefined();
});

describe("once the former secret was taken out at once", () => {
  /**
   * Opens a shop that has only the former secret, which seals its authenticator apps. `later` opens
   * the same shop with only the newest secret.
   */
  const withoutIt = async () => {
    const shop = await shopWithCustomer(env(former));
    return { shop, later: () => openSecondShop(shop, env(newest)) };
  };

  test("a recovery code is taken in place of an app’s code, of the staff and of customers", async () => {
    const { shop, later } = await withoutIt();
    const { db, now } = shop.shop;
    const staff = await addStaff(shop, "owner");
    const codeOfApp = await addApp(shop, staff.id);
    const ann = customerSubject("ann");
    await beginTotp(db, ann, former, now());
    await transact(db, (tx) => confirmTotpRow(tx, ann, now()));
    const [[staffCode = ""], [code = ""]] = await transact(db, async (tx) => [
      await createRecoveryCodes(tx, staffSubject(staff.id)),
      await createRecoveryCodes(tx, ann),
    ]);
    const second = await later();

    expect((await signInStaff(second.browserOf(shop.browser()), staff.email, codeOfApp())).status).toBe(401);
    expect((await signInStaff(second.browserOf(shop.browser()), staff.email, staffCode)).status).toBe(303);
    const browser = second.browserOf(shop.browser());
    await browser.get("/identity/signin/");
    await browser.form("/identity/signin/", { email: "ann@example.com", password, next: settings });
    await browser.form("/identity/second-step/", { code, next: settings });
    expect((await browser.get(settings)).status).toBe(200);
  });

  test("the staff’s sessions, which it never protected, go on", async () => {
    const { shop, later } = await withoutIt();
    const { id } = await addStaff(shop, "owner");
    const browser = await signedInAs(shop, id);

    expect((await (await later()).browserOf(browser).get(staffSecurityPath)).status).toBe(200);
  });
});

test("a start seals authenticator apps by the newest secret at once, also soon after another start", async () => {
  const shop = await shopWithCustomer(env(former));
  const { id, email } = await addStaff(shop, "owner");
  const codeOfApp = await addApp(shop, id);
  const sealed = () => shop.shop.db.selectFrom("totp").select("secret").executeTakeFirstOrThrow();
  const before = await sealed();

  await openSecondShop(shop, env(newest, former));

  await expect.poll(sealed).not.toEqual(before);
  const alone = await openSecondShop(shop, env(newest));
  expect((await signInStaff(alone.browserOf(shop.browser()), email, codeOfApp())).status).toBe(303);
});

describe.each(proofEngines)("a change of SESSION_SECRET, on %s", (engine) => {
  test("ends no session and no open page, and the former secret can go once they have come by", async () => {
    const shop = await shopWithCustomer({ engine, ...env(former) });
    const browser = shop.browser();
    await signIn(browser);
    await browser.get(settings);
    const [visitor, token] = [browser.jar.get("visitor"), await browser.token()];
    const both = (await openSecondShop(shop, env(newest, former))).browserOf(browser);

    // A page that was opened before the change sends its own token.
    const headers = { "content-type": "application/json", "x-csrftoken": token };
    const added = await both.request("POST", `${wishlist}/p-1`, { headers, body: "{}" });
    expect(added.status).toBe(200);
    expect((await both.get(settings)).status).toBe(200);
    expect(both.jar.get("visitor")).not.toBe(visitor);
    expect(both.jar.get("visitor")?.split(".")[0]).toBe(visitor?.split(".")[0]);

    const alone = (await openSecondShop(shop, env(newest))).browserOf(both);
    expect((await alone.get(settings)).status).toBe(200);
    // The first browser did not come by while the shop had both secrets, so the newest secret alone
    // does not keep it signed in. A shop with a secret that was never configured before keeps no
    // browser signed in.
    expect((await (await openSecondShop(shop, env(newest))).browserOf(browser).get(settings)).status).toBe(303);
    expect((await (await openSecondShop(shop, env(strange))).browserOf(both).get(settings)).status).toBe(303);
  });

  test("keeps authenticator apps, which are sealed by the newest secret then", async () => {
    const shop = await shopWithCustomer({ engine, ...env(former) });
    const { db, now } = shop.shop;
    const ann = customerSubject("ann");
    await beginTotp(db, ann, former, now());
    const secret = (await pendingSecret(db, ann, former, now())) ?? Buffer.alloc(0);
    await transact(db, (tx) => confirmTotpRow(tx, ann, now()));

    await resealTotps(db, former);
    await resealTotps(db, `${strange},${newest}`);
    await resealTotps(db, `${newest},${former}`);
    await resealTotps(db, `${newest},${former}`);

    const browser = (await openSecondShop(shop, env(newest))).browserOf(shop.browser());
    await browser.get("/identity/signin/");
    await browser.form("/identity/signin/", { email: "ann@example.com", password, next: settings });
    await browser.form("/identity/second-step/", { code: codeOf(secret, stepAt(now())), next: settings });
    expect((await browser.get(settings)).status).toBe(200);
  });

  test("spoils no link whose email is sent after it", async () => {
    const shop = await shopWithCustomer({ engine, ...env(former) });
    const typed = { email: "mary@example.com", first_name: "Mary", last_name: "Ann", password: "Green-leaf-43" };
    const browser = shop.browser();
    expect((await browser.form("/identity/signup/", typed)).status).toBe(200);
    const linksIn = async () => (await emailsIn(shop.directory)).map(({ link }) => link);
    await expect.poll(linksIn).toHaveLength(1);
    const second = await openSecondShop(shop, env(newest, former));
    const job = await second.shop.db.selectFrom("job").selectAll().executeTakeFirstOrThrow();

    await identityJobs(second.shop)["sign-up-mail"]?.({ email: typed.email }, { ...job, id: "again" });

    const [link = "", ...others] = await linksIn();
    expect(others).toEqual([link]);
    expect((await second.browserOf(browser).get(link)).text).toContain("Finish creating your account for mary@example.com");
  });
});
