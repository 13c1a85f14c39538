import { expect, test } from "vitest";
import { pageOf } from "../checkout/shopper.ts";
import { addCustomer, password, sentEmails, signIn } from "../identity/customer-fixture.ts";
import { settings, signedIn } from "./address-fixture.ts";

const path = "/identity/password/";
const next = "New-leaf-77";

test("without scripts the form stands in the settings, and a change leads to the sign-in (requirement 229)", async () => {
  const { shop, customer } = await signedIn();
  expect((await customer.get(settings)).text).not.toContain('name="newPassword"');
  expect((await customer.get(`${settings}?edit=password`)).text).toContain('name="newPassword"');

  const changed = await customer.form(path, { currentPassword: password, newPassword: next });

  expect(changed.status).toBe(303);
  expect((await customer.get(changed.headers.get("location") ?? "")).text).toContain("<p>Password changed successfully.</p>");
  await signIn(shop.browser(), "ann@example.com", next);
});

test.each([
  ["", "", "both passwords are required", ["currentPassword", "newPassword"], 221],
  [password, password.toUpperCase(), "new password cannot be the same as the current", ["newPassword"], 222],
  [password, "", "new password is missing", ["newPassword"], 223],
  ["", next, "current password is missing", ["currentPassword"], 224],
  ["Wrong-leaf-1", next, "The current password is incorrect.", ["currentPassword"], 225],
  [password, "weak", "The new password is too weak.", ["newPassword"], 227],
])(
  "without scripts a refusal stands beside its field, the first has the focus, and no password is sent back: %s → %s: %s %s (requirement %i)",
  async (current, typed, words, fields) => {
    const { customer } = await signedIn();

    const refused = await customer.form(path, { currentPassword: current, newPassword: typed });

    const page = pageOf(refused);
    const marked = [...page.querySelectorAll("[aria-invalid=true]")];
    expect([refused.status, marked.map(({ id }) => id)]).toEqual([422, fields]);
    for (const one of marked) {
      expect(one.getAttribute("aria-describedby")?.split(" ")[0]).toBe(`${one.id}-error`);
      expect(page.querySelector(`#${one.id}-error`)?.textContent).toBe(words);
    }
    expect([...page.querySelectorAll("[autofocus]")]).toEqual(marked.slice(0, 1));
    const summary = [...page.querySelectorAll("[role=alert] a")];
    expect(summary.map((link) => [link.getAttribute("href"), link.textContent])).toEqual([[`#${fields[0]}`, words]]);
    if (typed.length > 4) expect(refused.text).not.toContain(typed);
    if (current) expect(refused.text).not.toContain(current);
  },
);

test("who has no password is told so, and may have a link mailed for one", async () => {
  const { shop, customer } = await signedIn();
  await shop.shop.db.updateTable("customer").set({ password_hash: null }).execute();

  const { text } = await customer.get(`${settings}?edit=password`);

  expect(text).toContain("You sign in without a password.");
  expect(text).not.toContain('name="currentPassword"');
  await customer.form("/identity/reset/", { email: "Ann@example.com" });
  expect((await sentEmails(shop)).map(({ subject }) => subject)).toEqual(["Reset your password at Leaf & Vessel"]);
});

test("nobody sees another's settings (requirement 246)", async () => {
  const { shop } = await signedIn();
  await addCustomer(shop, "bob");
  const bob = shop.browser();
  await signIn(bob, "bob@example.com");
  const { text } = await bob.get(`${settings}?edit=password`);
  expect(text).toContain("bob@example.com");
  expect(text).not.toMatch(/ann@example/i);
});
