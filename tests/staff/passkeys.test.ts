import { describe, expect, test } from "vitest";
import { createChallenge } from "../../server/identity/passkeys/challenges.ts";
import { userHandleOf } from "../../server/identity/passkeys/user-handle.ts";
import {
  staffJoinPath,
  staffNewPasskeyPath,
  staffPasskeyChallengePath,
  staffPasskeyRemovalPath,
  staffPasskeySignInPath,
  staffPasskeysPath,
  staffPeoplePath,
  staffPersonLinkPath,
  staffSecurityPath,
  staffSignInPath,
} from "../../server/staff/paths.ts";
import { createJoinToken, staffSubject } from "../../server/staff/people/people.ts";
import { refusalStatus } from "../../server/web/refusal-status.ts";
import { SoftwareAuthenticator } from "../support/authenticator.ts";
import type { Answer, TestBrowser } from "../support/browser-of.ts";
import { proofEngines } from "../support/long-form.ts";
import { openShop, type TestShop } from "../support/shop.ts";
import { send, signedInAs, signInStaff, staffBrowser, tokenIn } from "./staff-fixture.ts";

/** The status for a challenge that this browser did not get, or that was already used. */
const expired = refusalStatus.sign_in_expired;

type Options = { challenge: string; user: { id: string } };

/** Sends a call like a script of the page. */
async function ask<Data>(browser: TestBrowser, path: string, page: string): Promise<Data> {
  const headers = {
    accept: "application/json",
    "content-type": "application/json",
    "x-csrftoken": tokenIn(await browser.get(page)),
  };
  const { body } = await browser.request("POST", path, { headers, body: "{}" });
  return (body as { data: Data }).data;
}

/** Adds a passkey, as a browser does. */
async function addPasskey(browser: TestBrowser, key: SoftwareAuthenticator, name: string): Promise<Answer> {
  const credential = key.create(await ask<Options>(browser, staffNewPasskeyPath, staffSecurityPath));
  return await send(browser, staffSecurityPath, staffPasskeysPath, { credential, name });
}

const challengeFor = (browser: TestBrowser, page: string) => ask<{ challenge: string }>(browser, staffPasskeyChallengePath, page);

async function signIn({ browser }: TestShop, key: SoftwareAuthenticator): Promise<Answer> {
  const opened = browser();
  const { challenge } = await challengeFor(opened, staffSignInPath);
  const credential = key.get({ challenge });
  return await opened.form(staffPasskeySignInPath, { _csrf: tokenIn(await opened.get(staffSignInPath)), credential });
}

describe.each(proofEngines)("on %s", (engine) => {
  test("a passkey is added under a name, signs in alone, and with it a password signs nobody in", async () => {
    const test = await openShop({ engine, pays: false });
    const owner = await staffBrowser(test, "owner");
    const key = new SoftwareAuthenticator();
    expect((await signInStaff(test.browser(), "owner@staff.example")).status).toBe(303);

    expect((await addPasskey(owner, key, "My telephone")).headers.get("location")).toBe(
      `${staffSecurityPath}?notice=passkey-added`,
    );
    expect((await owner.get(staffSecurityPath)).text).toContain("My telephone");
    expect((await signInStaff(test.browser(), "owner@staff.example")).status).toBe(401);
    const entered = await signIn(test, key);
    expect([entered.status, entered.headers.get("location")]).toEqual([303, "/staff/"]);

    await send(owner, staffSecurityPath, staffPasskeyRemovalPath, { id: key.credentialId });
    expect((await signIn(test, key)).status).toBe(401);
    const events = await test.shop.db
      .selectFrom("security_event")
      .select(["kind", "actor_id"])
      .where("subject_kind", "=", "staff")
      .execute();
    expect(events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["passkey-added", "passkey-removed", "signed-in"]));
  });
});

test("a passkey signs in whose it is, in the browser that asked, once, and not who was removed or reset", async () => {
  const test = await openShop({ pays: false });
  const owner = await staffBrowser(test, "owner");
  const packer = await staffBrowser(test, "packer");
  const key = new SoftwareAuthenticator();
  await addPasskey(packer, key, "");

  const [one, other] = [test.browser(), test.browser()];
  const { challenge } = await challengeFor(one, staffSignInPath);
  const credential = key.get({ challenge });
  const from = async (browser: TestBrowser) =>
    (await browser.form(staffPasskeySignInPath, { _csrf: tokenIn(await browser.get(staffSignInPath)), credential })).status;
  expect([await from(other), await from(one), await from(test.browser())]).toEqual([expired, 303, expired]);

  // A shopper's passkey on the same device does not sign in staff.
  const shoppers = new SoftwareAuthenticator();
  const bound = await createChallenge(test.shop.db, { visitor: "anybody", subject: "" }, test.shop.now());
  shoppers.create({
    challenge: bound.toString("base64url"),
    user: { id: userHandleOf({ kind: "customer", id: "c" }).toString("base64url") },
  });
  expect((await signIn(test, shoppers)).status).toBe(401);

  await send(owner, staffPeoplePath, staffPersonLinkPath("staff-packer"), { resetSteps: "1" });
  expect((await signIn(test, key)).status).toBe(401);
  const left = await test.shop.db
    .selectFrom("passkey")
    .select("id")
    .where("subject_id", "=", staffSubject("staff-packer").id)
    .execute();
  expect(left).toEqual([]);
});

test("a link without a reset opens nothing beside a passkey", async () => {
  const test = await openShop({ pays: false });
  const owner = await staffBrowser(test, "owner");
  const key = new SoftwareAuthenticator();
  await addPasskey(owner, key, "");
  const link = await createJoinToken(test.shop.db, "staff-owner", test.shop.now());
  const browser = test.browser();
  const page = `${staffJoinPath}?token=${link}`;

  const joined = await send(browser, page, staffJoinPath, { token: link, name: "Olga Owner", password: "Blue-river-88" });

  expect([joined.status, joined.headers.get("location")]).toEqual([303, `${staffSignInPath}?notice=joined`]);
  expect((await browser.get(staffPeoplePath)).headers.get("location")).toContain(staffSignInPath);
  expect((await signInStaff(browser, "owner@staff.example", "", "Blue-river-88")).status).toBe(401);
  expect((await signIn(test, key)).status).toBe(303);
});

test("a proof before people are changed is given by one’s own passkey alone", async () => {
  const test = await openShop({ pays: false });
  const owner = await staffBrowser(test, "owner");
  const manager = await staffBrowser(test, "manager");
  const [own, others] = [new SoftwareAuthenticator(), new SoftwareAuthenticator()];
  await addPasskey(owner, own, "Mine");
  await addPasskey(manager, others, "Theirs");
  test.pass(11 * 60_000);

  const again = await signedInAs(test, "staff-owner");
  test.pass(11 * 60_000);
  const fields = { email: "new@staff.example", role: "packer" };
  const asked = await send(again, staffPeoplePath, staffPeoplePath, fields);
  const has = (part: string) => asked.text.includes(part);
  expect([asked.status, has("proof_passkey"), has('id="proof_password"'), has(">Continue</button>")]).toEqual([
    ...[403, true],
    ...[false, false],
  ]);
  // Without scripts, the only way on is to turn them on.
  expect(asked.text).toMatch(/<noscript>[\s\S]*a passkey needs scripts[\s\S]*<\/noscript>/);
  expect((await test.browser().get(staffSignInPath)).text).toMatch(/<noscript>[\s\S]*Passkeys need scripts[\s\S]*<\/noscript>/);
  const prove = async (key: SoftwareAuthenticator) => {
    const { challenge } = await challengeFor(again, staffSecurityPath);
    const proof = { proof_password: "", proof_code: "", proof_passkey: key.get({ challenge }) };
    return await send(again, staffPeoplePath, staffPeoplePath, { ...fields, ...proof });
  };
  expect((await prove(others)).status).toBe(401);
  expect((await prove(own)).headers.get("location")).toBe(`${staffPeoplePath}?notice=added`);
});
