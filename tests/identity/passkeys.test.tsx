import { expect, test, vi } from "vitest";
import { schema as addSchema } from "../../islands/identity/passkey-add.props.ts";
import * as passkeyAdd from "../../islands/identity/passkey-add.tsx";
import { schema as proofSchema } from "../../islands/identity/passkey-proof.props.ts";
import * as passkeyProof from "../../islands/identity/passkey-proof.tsx";
import { schema as signinSchema } from "../../islands/identity/passkey-signin.props.ts";
import * as passkeySignin from "../../islands/identity/passkey-signin.tsx";
import { fakeShop, reply, toasts } from "../islands-shop/fake-shop.ts";
import { assertion, attestation, device, stopped } from "../islands-shop/passkey-device.ts";
import { doing, openScreen, watchNavigation } from "../islands-shop/screen.ts";

const [challenge, enter, verify] = [
  "POST /identity/passkey/challenge/",
  "POST /identity/passkey/",
  "POST /identity/verify_token/",
] as const;
const [fresh, add, prove] = [
  "POST /identity/passkeys/new/",
  "POST /identity/passkeys/",
  "POST /identity/passkey/proof/",
] as const;
const asked = {
  data: { challenge: "AQID", rpId: "localhost", allowCredentials: [], userVerification: "required", timeout: 60_000 },
};
const verified = { status: "success", message: "You’re signed in." };

const openSignin = (props: object = {}) => openScreen("passkey-signin", { ...passkeySignin, schema: signinSchema }, props);

test("the button signs in by a passkey and goes on to next", async () => {
  device({});
  const shop = fakeShop({ [challenge]: asked, [enter]: { data: { token: "a-token" } }, [verify]: verified });
  const visited = watchNavigation();
  const screen = await openSignin({ next: "/storefront/cart/" });

  await screen.press("Sign in with a passkey");
  await vi.waitFor(() => expect(visited).toEqual(["/storefront/cart/"]));

  const { credential } = (shop.requests[1]?.body ?? {}) as { credential: string };
  expect(JSON.parse(credential)).toMatchObject({ id: "AQI", response: { signature: "-_8", userHandle: "" } });
});

test("who stops it, and a passkey that the shop does not know, are told beside the button, which tries again", async () => {
  device({ get: vi.fn().mockImplementationOnce(stopped).mockResolvedValue(assertion) });
  fakeShop({
    [challenge]: [asked, asked],
    [enter]: reply(401, { error: "That passkey doesn’t sign in here.", code: "wrong_credentials" }),
  });
  const screen = await openSignin();

  await screen.press("Sign in with a passkey");
  await vi.waitFor(() => expect(screen.get("[role=alert]").textContent).toBe("No passkey was used. You can try again."));
  await screen.press("Sign in with a passkey");

  await vi.waitFor(() => expect(screen.get("[role=alert]").textContent).toBe("That passkey doesn’t sign in here."));
  expect(screen.button("Sign in with a passkey").disabled).toBe(false);
});

test("a passkey of the email field's list signs in without a press, and the field's offer ends with the island", async () => {
  const credentials = device({}, true);
  fakeShop({ [challenge]: asked, [enter]: { data: { token: "a-token" } }, [verify]: verified });
  const visited = watchNavigation();

  await openSignin();
  await vi.waitFor(() => expect(visited).toEqual(["/storefront/"]));

  expect(credentials.get).toHaveBeenCalledWith(expect.objectContaining({ mediation: "conditional" }));
});

test("a lost connection after the passkey is told, and nothing is signed in", async () => {
  device({});
  fakeShop({ [challenge]: asked, [enter]: () => Promise.reject(new TypeError("Failed to fetch")) });
  const visited = watchNavigation();
  const screen = await openSignin();

  await screen.press("Sign in with a passkey");

  await vi.waitFor(() => expect(screen.get("[role=alert]").textContent).toContain("We couldn’t reach the shop."));
  expect(visited).toEqual([]);
});

const creation = {
  data: {
    challenge: "AQID",
    user: { id: "AQ", name: "a", displayName: "a" },
    excludeCredentials: [{ id: "Ag", type: "public-key" }],
  },
};

test("a passkey is made and added under its name", async () => {
  const credentials = device({ create: () => Promise.resolve(attestation) });
  const shop = fakeShop({ [fresh]: creation, [add]: { data: {} } });
  const visited = watchNavigation();
  const screen = await openScreen("passkey-add", { ...passkeyAdd, schema: addSchema }, { suggestion: "Firefox on Windows" });
  await screen.type("name", "My laptop");

  await screen.press("Add a passkey");
  await vi.waitFor(() => expect(visited).toEqual(["/storefront/dashboard/settings/?notice=passkey-added"]));

  expect(shop.requests[1]?.body).toMatchObject({
    name: "My laptop",
    credential: expect.stringContaining('"transports":["internal"]'),
  });
  expect(credentials.create).toHaveBeenCalledTimes(1);
});

test.each([
  ["InvalidStateError", "This device has a passkey for your account already."],
  ["SecurityError", "Passkeys don’t work at this address."],
  ["NotSupportedError", "This device can’t store a passkey for the shop."],
  ["NotAllowedError", "No passkey was used. You can try again."],
])("where the browser makes none (%s) the shop says why, and keeps the name", async (name, words) => {
  device({ create: () => Promise.reject(new DOMException("", name)) });
  fakeShop({ [fresh]: creation });
  const screen = await openScreen("passkey-add", { ...passkeyAdd, schema: addSchema }, { suggestion: "Firefox on Windows" });
  await screen.type("name", "My laptop");

  await screen.press("Add a passkey");

  await vi.waitFor(() => expect(toasts()).toEqual([`error: ${words}`]));
  expect(screen.get("[name=name]").value).toBe("My laptop");
});

test("a proof by a passkey leads on to the kept form, and a refused one is told", async () => {
  device({});
  fakeShop({
    [challenge]: [asked, asked],
    [prove]: [reply(401, { error: "That passkey doesn’t sign in here.", code: "wrong_credentials" }), { data: {} }],
  });
  const visited = watchNavigation();
  const screen = await openScreen("passkey-proof", { ...passkeyProof, schema: proofSchema }, {});

  await screen.press("Use a passkey");
  await vi.waitFor(() => expect(screen.get("[role=alert]").textContent).toBe("That passkey doesn’t sign in here."));
  await doing(() => screen.button("Use a passkey").click());

  await vi.waitFor(() => expect(visited).toEqual(["/identity/reauthenticate/"]));
});

test("a browser without passkeys shows no button for them, and says so where one is added", async () => {
  const shop = fakeShop({});
  const signin = await openSignin();
  expect(signin.find("button")).toBeNull();
  const add = await openScreen("passkey-add", { ...passkeyAdd, schema: addSchema }, { suggestion: "Firefox on Windows" });
  expect([add.find("form"), add.get("p").textContent]).toEqual([null, "This browser can’t store passkeys at this address."]);
  const proof = await openScreen("passkey-proof", { ...passkeyProof, schema: proofSchema }, {});
  expect(proof.find("button")).toBeNull();
  expect(shop.requests).toEqual([]);
});
