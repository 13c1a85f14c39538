import { mountIsland } from "server-islands/testing";
import { expect, test, vi } from "vitest";
import { schema } from "../../islands/customers/link-request.props.ts";
import * as linkRequest from "../../islands/customers/link-request.tsx";
import { proofOfWork } from "../../server/web/proof-of-work/challenges.ts";
import { fakeShop, reply, toasts } from "../islands-shop/fake-shop.ts";
import { doing, islandHtml, watchNavigation } from "../islands-shop/screen.ts";

const reset = "POST /identity/reset/";
const next = "/identity/reset/?link=sent";

/** The island within the page's form; counts how often the browser itself sent the form. */
async function openForm() {
  const hidden = '<input type="hidden" name="_csrf" value="old"><input name="email" value="ann@example.com">';
  const html = `<form method="post" action="/identity/reset/">${hidden}${islandHtml("link-request", { next, kind: "primary" })}</form>`;
  const { el, ready } = mountIsland(html, { islands: { "link-request": { ...linkRequest, schema } }, ssr: true });
  await ready;
  const form = el.closest("form") as HTMLFormElement;
  const sent = vi.spyOn(form, "submit").mockImplementation(() => {});
  return { sent, press: () => doing(() => form.requestSubmit()) };
}

const cheap = () =>
  proofOfWork({ now: Date.now, secret: "s", work: { cost: 1, least: 1, most: 3 } }).offer({ action: "MAIL", subject: "ann" });

test("a request is sent as a call, and the page that says so follows", async () => {
  const shop = fakeShop({ [reset]: { data: {} } });
  const visited = watchNavigation();
  const { sent, press } = await openForm();

  await press();

  expect(shop.requests.map(({ body }) => body)).toEqual([{ email: "ann@example.com" }]);
  expect([visited, sent.mock.calls.length]).toEqual([[next], 0]);
});

test("work that is asked for is done, and the request sent again with it", async () => {
  const challenge = await cheap();
  const shop = fakeShop({
    [reset]: [reply(403, { error: "one more check", code: "work_required", data: { challenge } }), { data: {} }],
  });
  const visited = watchNavigation();
  const { press } = await openForm();

  await press();
  await vi.waitFor(() => expect(visited).toEqual([next]));

  const { work = "" } = (shop.requests[1]?.body ?? {}) as { work?: string };
  expect(JSON.parse(atob(work)).challenge).toEqual(challenge);
});

test("what was refused, or breaks a rule, is sent as without scripts, so that the page says why", async () => {
  const errors = [{ field: "email", message: "Enter an email address." }];
  fakeShop({ [reset]: [{ data: { errors } }, reply(429, { error: "Too many tries.", code: "too_many_tries" })] });
  const visited = watchNavigation();
  const { sent, press } = await openForm();

  await press();
  expect(sent).toHaveBeenCalledTimes(1);
  await press();

  expect(sent).toHaveBeenCalledTimes(2);
  expect(visited).toEqual([]);
});

test("a lost connection is told, and the next press tries again", async () => {
  fakeShop({ [reset]: [() => Promise.reject(new TypeError("Failed to fetch")), { data: {} }] });
  const visited = watchNavigation();
  const { sent, press } = await openForm();

  await press();
  expect(toasts()).toEqual([expect.stringContaining("We couldn’t reach the shop.")]);
  await press();

  expect([visited, sent.mock.calls.length]).toEqual([[next], 0]);
});
