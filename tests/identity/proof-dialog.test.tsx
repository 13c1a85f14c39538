import Cookies from "js-cookie";
import { mountIsland } from "server-islands/testing";
import { expect, test, vi } from "vitest";
import { schema as submitSchema } from "../../islands/customers/sensitive-submit.props.ts";
import * as sensitiveSubmit from "../../islands/customers/sensitive-submit.tsx";
import { schema as proofSchema } from "../../islands/identity/reauthenticate.props.ts";
import * as reauthenticate from "../../islands/identity/reauthenticate.tsx";
import { $proofRequest, requestProof } from "../../islands/stores/reauthentication.ts";
import { fakeShop, held, reply } from "../islands-shop/fake-shop.ts";
import { doing, islandHtml, openScreen } from "../islands-shop/screen.ts";

const [recent, prove] = ["POST /identity/reauthenticate/recent/", "POST /identity/reauthenticate/"] as const;
const kinds = { hasPasskey: false, hasAuthenticator: false };
const unproven = (more: object = {}) =>
  reply(403, { error: "Please confirm it’s you.", code: "reauthenticate", data: { hasPassword: true, ...kinds, ...more } });

/** A form of the settings with its button; counts how often the browser sent it. */
async function openForm() {
  const hidden = '<input type="hidden" name="_csrf" value="old"><input type="hidden" name="id" value="device">';
  const button = islandHtml("sensitive-submit", { label: "Sign out", kind: "link" });
  const { el, ready } = mountIsland(`<form method="post" action="/session">${hidden}${button}</form>`, {
    islands: { "sensitive-submit": { ...sensitiveSubmit, schema: submitSchema } },
    ssr: true,
  });
  await ready;
  const form = el.closest("form") as HTMLFormElement;
  const sent = vi.spyOn(form, "submit").mockImplementation(() => {});
  return { sent, form, press: () => doing(() => form.requestSubmit()) };
}

const openDialog = () => openScreen("reauthenticate", { ...reauthenticate, schema: proofSchema }, {});

test("a form whose proof is recent is sent by the browser, with the token of now", async () => {
  fakeShop({ [recent]: { data: {} } });
  Cookies.set("csrftoken", "new");
  const { sent, form, press } = await openForm();

  await press();

  expect(sent).toHaveBeenCalledTimes(1);
  expect(form.querySelector<HTMLInputElement>("[name=_csrf]")?.value).toBe("new");
});

test("without a recent proof the form waits for the dialog, and is sent once it was given", async () => {
  const shop = fakeShop({ [recent]: [unproven(), { data: {} }] });
  const { sent, press } = await openForm();

  await press();
  expect([sent.mock.calls.length, $proofRequest.get()?.hasAuthenticator]).toEqual([0, false]);
  await doing(() => $proofRequest.get()?.settle(true));

  expect([shop.requests.length, sent.mock.calls.length]).toEqual([2, 1]);
  document.querySelector("[data-island=reauthenticate]")?.remove();
});

test("a dialog that is closed leaves the form unsent, and the button ready", async () => {
  fakeShop({ [recent]: unproven() });
  const { sent, form, press } = await openForm();

  await press();
  await doing(() => $proofRequest.get()?.settle(false));

  expect([sent.mock.calls.length, form.querySelector("button")?.disabled]).toEqual([0, false]);
  document.querySelector("[data-island=reauthenticate]")?.remove();
});

test("what was typed into the form is still there when the dialog is closed, and sent once the proof was given", async () => {
  const shop = fakeShop({ [recent]: [unproven(), unproven(), { data: {} }] });
  const { sent, form, press } = await openForm();
  form.insertAdjacentHTML("afterbegin", '<input name="code" value="123456">');
  const typed = () => new FormData(form).get("code");

  await press();
  await doing(() => $proofRequest.get()?.settle(false));
  expect([typed(), sent.mock.calls.length]).toEqual(["123456", 0]);
  await press();
  await doing(() => $proofRequest.get()?.settle(true));

  expect([typed(), sent.mock.calls.length, shop.requests.length]).toEqual(["123456", 1, 3]);
  document.querySelector("[data-island=reauthenticate]")?.remove();
});

test("an account without a password goes to the page that asks: the browser sends the form", async () => {
  fakeShop({ [recent]: unproven({ hasPassword: false }) });
  const { sent, press } = await openForm();

  await press();

  expect(sent).toHaveBeenCalledTimes(1);
  expect($proofRequest.get()).toBeUndefined();
});

test("the dialog asks for the password alone where no app is in use, and says what was wrong", async () => {
  const shop = fakeShop({
    [prove]: [{ data: { errors: [{ field: "password", message: "That’s not your password." }] } }, { data: {} }],
  });
  const screen = await openDialog();
  const proven = requestProof(() => {}, kinds);
  await doing(() => {});
  expect(screen.find("[name=code]")).toBeNull();

  await screen.type("password", "Wrong-leaf-1");
  await screen.press("Continue");
  expect(screen.get("#proof-password-error").textContent).toBe("That’s not your password.");
  await screen.type("password", "Green-leaf-42");
  await screen.press("Continue");

  expect(await proven).toBe(true);
  expect(shop.requests.map(({ body }) => body)).toEqual([{ password: "Wrong-leaf-1" }, { password: "Green-leaf-42" }]);
  expect($proofRequest.get()).toBeUndefined();
});

test("with an app the dialog takes its code as well, and a wrong one is told beside it", async () => {
  const shop = fakeShop({
    [prove]: [{ data: { errors: [{ field: "code", message: "That code isn’t right." }] } }, { data: {} }],
  });
  const screen = await openDialog();
  const proven = requestProof(() => {}, { ...kinds, hasAuthenticator: true });
  await doing(() => {});

  await screen.type("password", "Green-leaf-42");
  await screen.type("code", "000000");
  await screen.press("Continue");
  expect(screen.get("#proof-code-error").textContent).toBe("That code isn’t right.");
  expect(screen.get("[name=password]").value).toBe("Green-leaf-42");
  await screen.type("code", "123456");
  await screen.press("Continue");

  expect(await proven).toBe(true);
  expect(shop.requests.at(-1)?.body).toEqual({ password: "Green-leaf-42", code: "123456" });
});

test("a lost connection is told in the dialog, which stays with what was typed", async () => {
  const answer = held();
  fakeShop({ [prove]: [answer.answer] });
  const screen = await openDialog();
  const proven = requestProof(() => {}, kinds);
  await doing(() => {});
  await screen.type("password", "Green-leaf-42");
  await screen.press("Continue");

  await doing(() => answer.lose());

  expect(screen.get("[role=alert]").textContent).toContain("We couldn’t reach the shop.");
  expect([screen.get("[name=password]").value, screen.button("Continue").disabled]).toEqual(["Green-leaf-42", false]);
  await screen.press("Cancel");
  expect(await proven).toBe(false);
});
