import { describe, expect, test } from "vitest";
import { pageOf } from "../checkout/shopper.ts";
import { addCustomer, shopWithCustomer, signIn } from "../identity/customer-fixture.ts";
import type { Answer, TestBrowser } from "../support/browser-of.ts";
import { proofEngines } from "../support/long-form.ts";
import type { TestShop } from "../support/shop.ts";

const profile = "/storefront/dashboard/profile/";
const call = (field: string) => `/storefront/api/customers/${field}`;

async function signInCustomer(shop: TestShop): Promise<TestBrowser> {
  const customer = shop.browser();
  await signIn(customer);
  return customer;
}

const rowOf = (shop: TestShop, id = "ann") =>
  shop.shop.db.selectFrom("customer").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const errorsOf = (answer: Answer) => (answer.body as { data: { errors?: { field: string; message: string }[] } }).data.errors;
const textOf = (answer: Answer, selector: string) => pageOf(answer).querySelector(selector)?.textContent?.trim();

describe.each(proofEngines)("the fields of a profile on %s", (engine) => {
  test("are saved one by one by PUT, tidied, and of the own profile alone (requirements 195, 246)", async () => {
    const shop = await shopWithCustomer({ engine });
    await addCustomer(shop, "bea");
    const customer = await signInCustomer(shop);
    const save = async (field: string, value: string) => (await customer.put(call(field), { value })).body;

    expect(await save("first_name", "  Anna   Maria ")).toEqual({
      data: { field: "first_name", value: "Anna Maria", shown: "Anna Maria" },
    });
    expect(await save("last_name", "O’Neil <3")).toMatchObject({ data: { value: "O’Neil <3" } });
    expect(await save("phone", "+1 (512) 555-0134")).toMatchObject({ data: { value: "+1 (512) 555-0134" } });
    expect(await save("gender", "Prefer not to say")).toMatchObject({
      data: { value: "undisclosed", shown: "Prefer not to say" },
    });
    expect(await save("birthday", "1990-05-04")).toMatchObject({ data: { value: "1990-05-04", shown: "May 4, 1990" } });

    expect(await rowOf(shop)).toMatchObject({
      first_name: "Anna Maria",
      last_name: "O’Neil <3",
      phone: "+1 (512) 555-0134",
      gender: "undisclosed",
      birthday: "1990-05-04",
    });
    expect(await rowOf(shop, "bea")).toMatchObject({ first_name: "Ann", phone: "", gender: "", birthday: "" });
    expect((await customer.get(profile)).text).toContain("O’Neil &lt;3");
  });
});

test("a value that breaks its field's rule is answered beside the field, and nothing changes", async () => {
  const shop = await shopWithCustomer();
  const customer = await signInCustomer(shop);
  const before = await rowOf(shop);
  const cases = [
    ["first_name", " ", "Enter your first name."],
    ["last_name", "x".repeat(101), "Keep your last name to 100 characters."],
    ["first_name", "A\u0000n", "Your first name contains a character we can’t use."],
    ["phone", "555", "Enter a phone number with 7 to 15 digits."],
    ["gender", "purple", "Choose from the list."],
    ["birthday", "1990-02-30", "Enter your birthday as a date."],
    ["birthday", "05/04/1990", "Enter your birthday as a date."],
    ["birthday", "2999-01-01", "Enter a day in the past."],
    ["birthday", "1850-01-01", "Enter the year you were born."],
    ["email", "ann at home", "Enter an email address like name@example.com."],
    ["email", "ANN@example.com", "This is already your address."],
  ] as const;

  for (const [field, value, message] of cases) {
    const answer = await customer.put(call(field), { value });
    expect([answer.status, errorsOf(answer)]).toEqual([200, [{ field, message }]]);
  }

  expect(await rowOf(shop)).toEqual(before);
});

test("the call refuses strangers, missing tokens, other shapes and fields that there are not (requirements 245, 247)", async () => {
  const shop = await shopWithCustomer();
  const customer = await signInCustomer(shop);
  const status = async (answer: Promise<Answer>) => (await answer).status;

  expect(await status(shop.browser().put(call("phone"), { value: "+1 512 555 0134" }))).toBe(401);
  expect(await status(customer.call("PUT", call("phone"), { value: "+1 512 555 0134" }, { csrf: false }))).toBe(403);
  expect(await status(customer.put(call("phone"), { value: 5 }))).toBe(400);
  expect(await status(customer.put(call("phone"), {}))).toBe(400);
  for (const field of ["password_hash", "demo", "avatar", "__proto__"])
    expect([field, await status(customer.put(call(field), { value: "1" }))]).toEqual([field, 404]);
  expect((await rowOf(shop)).phone).toBe("");
});

describe("the profile without scripts", () => {
  const field = (answer: Answer, name: string) => pageOf(answer).querySelector(`form[action='${call(name)}']`);

  test("shows each field with its value and a form behind Edit (requirement 193)", async () => {
    const shop = await shopWithCustomer({}, { phone: "+1 512 555 0134" });
    const customer = await signInCustomer(shop);

    const page = await customer.get(profile);

    for (const name of ["email", "first_name", "last_name", "phone", "gender", "birthday"]) {
      const form = field(page, name);
      expect(form?.closest("details")?.hasAttribute("open")).toBe(false);
      expect(form?.closest("details")?.querySelector("summary")?.textContent).toContain("Edit");
      expect(form?.querySelector("label")?.getAttribute("for")).toBe(name);
      expect([...(form?.querySelectorAll("button") ?? [])].map((button) => button.textContent)).toEqual(["Save", "Cancel"]);
    }
    expect(page.text).not.toMatch(/<button[^>]*disabled/);
    expect(field(page, "phone")?.querySelector("input[name=value]")?.getAttribute("value")).toBe("+1 512 555 0134");
  });

  test("a saved field leads back with a notice (requirement 196)", async () => {
    const shop = await shopWithCustomer();
    const customer = await signInCustomer(shop);

    const { status, headers } = await customer.form(call("phone"), { _method: "PUT", value: "+1 512 555 0134" });
    const back = headers.get("location") ?? "";
    expect([status, back]).toEqual([303, `${profile}?saved=phone`]);

    expect(textOf(await customer.get(back), ".notice--success")).toBe("phone saved correctly");
    expect(pageOf(await customer.get(`${profile}?saved=<b>`)).querySelector(".notice")).toBeNull();
  });

  test("a refused one is open again with what was typed and the message beside it", async () => {
    const shop = await shopWithCustomer();
    const customer = await signInCustomer(shop);

    const again = await customer.form(call("phone"), { _method: "PUT", value: "555 <call>" });

    expect(again.status).toBe(422);
    expect(field(again, "phone")?.closest("details")?.hasAttribute("open")).toBe(true);
    const input = field(again, "phone")?.querySelector("input[name=value]");
    expect(input?.getAttribute("value")).toBe("555 <call>");
    expect(input?.getAttribute("aria-describedby")).toBe("phone-error");
    expect(textOf(again, "#phone-error")).toBe("Enter a phone number with 7 to 15 digits.");
  });

  test("a stale token loses nothing that was typed (requirement 247)", async () => {
    const shop = await shopWithCustomer();
    const customer = await signInCustomer(shop);

    const again = await customer.form(call("last_name"), { _csrf: "old", _method: "PUT", value: "Brook" });

    expect(again.status).toBe(403);
    expect(textOf(again, ".notice--error")).toContain("Please try again");
    expect(field(again, "last_name")?.querySelector("input[name=value]")?.getAttribute("value")).toBe("Brook");
    expect((await rowOf(shop)).last_name).toBe("");
  });

  test("a form whose session is over leads to the sign-in", async () => {
    const shop = await shopWithCustomer();
    const { status, headers } = await shop.browser().form(call("phone"), { _method: "PUT", value: "+1 512 555 0134" });
    expect(status).toBe(303);
    expect(headers.get("location")).toContain("/identity/signin/?next=");
  });
});
