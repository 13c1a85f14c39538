import type { IslandModule } from "server-islands/contract";
import { mountIsland } from "server-islands/testing";
import { expect, onTestFinished, test, vi } from "vitest";
import { schema as newSchema } from "../../islands/staff/new-staff-passkey.props.ts";
import * as newStaffPasskey from "../../islands/staff/new-staff-passkey.tsx";
import { schema } from "../../islands/staff/staff-passkey.props.ts";
import * as staffPasskey from "../../islands/staff/staff-passkey.tsx";
import { staffPasskeyChallengePath } from "../../server/staff/paths.ts";
import { fakeShop, held, reply } from "../islands-shop/fake-shop.ts";
import { islandHtml } from "../islands-shop/island-html.ts";
import { assertion, attestation, device, stopped } from "../islands-shop/passkey-device.ts";
import { doing } from "../islands-shop/screen.ts";
import { states as newStates } from "./new-staff-passkey.states.ts";
import { states } from "./staff-passkey.states.ts";

const challenge = `POST ${staffPasskeyChallengePath}`;
const options = {
  data: { challenge: "AQID", rpId: "localhost", allowCredentials: [], userVerification: "required", timeout: 60_000 },
};

/** An island within a form, as on its screen; `sent` are the credentials that the form sent. */
async function openForm(name: string, island: IslandModule, props: object) {
  const fields = `<input type="hidden" name="_csrf" value="a-token"><input type="hidden" name="credential"><input name="name" value="Desk">`;
  const mounted = mountIsland(`<form action="/x/" method="post">${fields}${islandHtml(name, props)}</form>`, {
    islands: { [name]: island },
    ssr: true,
    wait: false,
  });
  await mounted.ready;
  onTestFinished(() => mounted.unmount());
  const form = mounted.el.closest("form") as HTMLFormElement;
  const field = form.querySelector<HTMLInputElement>("[name=credential]");
  const sent: string[] = [];
  form.addEventListener("submit", (event) => {
    if (!event.defaultPrevented) sent.push(field?.value ?? "");
    event.preventDefault();
  });
  const button = () => form.querySelector("button") as HTMLButtonElement;
  return {
    form,
    sent,
    button,
    press: () => doing(() => button().click()),
    alert: () => form.querySelector("[role=alert]")?.textContent,
  };
}

const openSignIn = () => openForm("staff-passkey", { ...staffPasskey, schema }, states["a sign-in"]);
const openNew = () => openForm("new-staff-passkey", { ...newStaffPasskey, schema: newSchema }, newStates["a first passkey"]);

test("a passkey is asked for with the form's own token, and goes with the form", async () => {
  const credentials = device({});
  const shop = fakeShop({ [challenge]: options });
  const screen = await openSignIn();
  expect(screen.button().textContent).toBe("Sign in with a passkey");

  await screen.press();

  await vi.waitFor(() => expect(screen.sent).toHaveLength(1));
  expect(JSON.parse(screen.sent[0] ?? "")).toMatchObject({ id: "AQI", response: { signature: "-_8" } });
  expect(shop.requests[0]?.headers.get("x-csrftoken")).toBe("a-token");
  expect(credentials.get).toHaveBeenCalledOnce();
});

test("who stops it, and a refusal, read why beside the button, and may try again", async () => {
  device({ get: vi.fn().mockImplementationOnce(stopped).mockResolvedValue(assertion) });
  fakeShop({ [challenge]: [options, reply(429, { error: "Too many tries. Wait a minute." }), options] });
  const screen = await openSignIn();

  await screen.press();
  await vi.waitFor(() => expect(screen.alert()).toBe("No passkey was used. You can try again."));
  await screen.press();
  await vi.waitFor(() => expect(screen.alert()).toBe("Too many tries. Wait a minute."));
  expect([screen.sent, screen.button().disabled]).toEqual([[], false]);
  await screen.press();
  await vi.waitFor(() => expect(screen.sent).toHaveLength(1));
  expect(screen.alert()).toBeUndefined();
});

test("a lost connection is said, and a press while one is asked for asks no second time", async () => {
  const credentials = device({});
  const answer = held();
  const shop = fakeShop({ [challenge]: answer.answer });
  const screen = await openSignIn();

  await screen.press();
  await screen.press();
  await doing(() => answer.lose());

  await vi.waitFor(() => expect(screen.alert()).toContain("We couldn’t reach the shop."));
  expect([screen.sent, shop.requests.length, credentials.get.mock.calls.length]).toEqual([[], 1, 0]);
});

test("the button makes a passkey, and sends it with its name", async () => {
  const credentials = device({ create: () => Promise.resolve(attestation) });
  const screen = await openNew();

  await screen.press();

  await vi.waitFor(() => expect(screen.sent).toHaveLength(1));
  expect(JSON.parse(screen.sent[0] ?? "")).toMatchObject({ id: "AQI", response: { transports: ["internal"] } });
  expect(credentials.create).toHaveBeenCalledWith({ publicKey: expect.objectContaining({ challenge: new Uint8Array(3) }) });
});

test("Enter in the name makes the passkey first; a device that has one already says so", async () => {
  const there = () => Promise.reject(new DOMException("", "InvalidStateError"));
  device({ create: vi.fn().mockImplementationOnce(there).mockResolvedValue(attestation) });
  const screen = await openNew();

  await doing(() => screen.form.requestSubmit());
  await vi.waitFor(() => expect(screen.alert()).toBe("This device has a passkey for your account already."));
  expect(screen.sent).toEqual([]);
  await doing(() => screen.form.requestSubmit());
  await vi.waitFor(() => expect(screen.sent).toHaveLength(1));
});

test("a browser without passkeys has no button; who would make one reads why", async () => {
  const signIn = await openSignIn();
  expect(signIn.form.querySelector("button")).toBeNull();
  const made = await openNew();
  expect(made.form.textContent).toContain("This browser can’t store passkeys at this address.");
});
