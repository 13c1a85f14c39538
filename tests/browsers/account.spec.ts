import { expect, test } from "../support/engines/test.ts";
import { alive, demo, signIn } from "./steps.ts";

const profile = "/storefront/dashboard/profile/";

test("a shopper signs up, signs out, and comes back to where a sign-in was asked for", async ({ tab }) => {
  await tab.open("/identity/signup/");
  await alive(tab, "signup-form");
  await tab.fill(["input", "First name"], "Mary");
  await tab.fill(["input", "Email"], "mary@example.com");
  await tab.fill(["input", "Password"], demo.password);
  await tab.see(["main *", /^Strength: Strong$/]);
  await tab.click(["main button", "Create account"]);
  await tab.arrive(/\/storefront\/$/);
  await tab.open("/storefront/dashboard/");
  await tab.click(["button", "Sign out"]);
  await tab.arrive(/\/storefront\/$/);
  expect((await tab.cookies()).map(({ name }) => name)).not.toContain("user_id");

  await tab.open(profile);
  await tab.arrive(/\/identity\/signin\/\?next=/);
  await signIn(tab, "mary@example.com", "Wrong-leaf-1");
  await tab.see(["[role=alert]", /Invalid username or password/]);
  expect(await tab.valueOf(["input", "Email"])).toBe("mary@example.com");
  await signIn(tab, "mary@example.com", demo.password);
  await tab.arrive(/\/storefront\/dashboard\/profile\/$/);
});

test("a customer changes the profile by keyboard", async ({ tab }) => {
  await tab.open(profile);
  await signIn(tab, demo.email, demo.password);
  await tab.arrive(/\/profile\/$/);
  await alive(tab, "profile-field");
  const edit = ["main button", "Edit Phone"] as const;
  await tab.focus(edit);
  await tab.press("Enter");
  await tab.see(["input", "Phone"]);
  await tab.press("Control", "a");
  await tab.type("+1 512 555 0134");
  await tab.press("Enter");
  await tab.see([".toast", /phone saved correctly/]);
  await expect.poll(() => tab.hasFocus(edit)).toBe(true);

  await tab.click(["button", "Edit Gender"]);
  await tab.choose(["select", "Gender"], "Prefer not to say");
  await tab.click(["button", "Save"]);
  await tab.see([".toast", /gender saved correctly/]);

  await tab.click(["button", "Edit Birthday"]);
  await tab.see(["input", "Birthday"]);
  await tab.run(() => {
    const field = document.querySelector<HTMLInputElement>("input[type=date]");
    if (!field) throw new Error("no birthday");
    field.value = "1990-05-04";
    for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
  });
  await tab.click(["button", "Save"]);
  await tab.see([".toast", /birthday saved correctly/]);
  await tab.reload();
  await tab.see(["main *", /^May 4, 1990$/]);
  await tab.see(["main *", /^Prefer not to say$/]);
  await tab.see(["main *", /512 555 0134$/]);
});
