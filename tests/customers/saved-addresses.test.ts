import { describe, expect, test } from "vitest";
import { addCustomer, signIn } from "../identity/customer-fixture.ts";
import { engines } from "../support/shop.ts";
import { elm, oak, addressCall as path, type Saved, savedOf, settings, signedIn, withTwo } from "./address-fixture.ts";

const streets = (saved: readonly Saved[]) => saved.map(({ street, isDefault }) => (isDefault ? `${street} *` : street));

describe.each(engines)("on %s a customer's address", (engine) => {
  test("is kept with the holder's names, and the first one is the default (requirement 207)", async () => {
    const { customer } = await signedIn({ engine });

    const added = await customer.post(path, elm);

    expect(added.status).toBe(200);
    const [{ id, ...saved } = { id: "" }] = savedOf(added);
    expect(saved).toEqual({ ...elm, isDefault: true, firstName: "Ann", lastName: "Lee", country: "US", phone: "" });
    expect(id).toMatch(/^[a-f0-9]{32}$/);
    expect(streets(savedOf(await customer.post(path, oak)))).toEqual(["1 Elm St *", "2 Oak Ave"]);
  });

  test("is changed by its id, what was not sent stays (requirement 207)", async () => {
    const { customer, second } = await withTwo({ engine });
    await customer.put(path, { ...oak, id: second, phone: "503 555 0100" });

    const changed = await customer.put(path, { id: second, street: "3 Fir Way" });

    expect(savedOf(changed)[1]).toMatchObject({ ...oak, street: "3 Fir Way", phone: "503 555 0100", firstName: "Ann" });
  });

  test("becomes the default in place of the other, and products are shipped there from then on (requirement 208)", async () => {
    const { customer, second } = await withTwo({ engine });
    expect(customer.jar.get("shipTo")).toBe("TX");

    const chosen = await customer.post(`${path}/default`, { id: second });

    expect(streets(savedOf(chosen))).toEqual(["2 Oak Ave *", "1 Elm St"]);
    expect(customer.jar.get("shipTo")).toBe("OR");
  });

  test("is removed, and the newest of the others takes the place of the default one (requirement 209)", async () => {
    const { shop, customer, first, second } = await withTwo({ engine });
    shop.pass(1);
    await customer.post(path, { ...elm, street: "4 Ash Ct", state: "NY", zipCode: "10001" });

    expect(streets(savedOf(await customer.delete(path, { id: first })))).toEqual(["4 Ash Ct *", "2 Oak Ave"]);

    expect(customer.jar.get("shipTo")).toBe("NY");
    expect(streets(savedOf(await customer.delete(path, { id: second })))).toEqual(["4 Ash Ct *"]);
  });

  test("is the only default one, however many are added at once", async () => {
    const { customer } = await signedIn({ engine });
    await customer.token();

    await Promise.all(["1", "2", "3", "4"].map((number) => customer.post(path, { ...elm, street: `${number} Elm St` })));

    const saved = savedOf(await customer.post(path, { ...elm, street: "1 Elm St" }));
    expect([saved.length, saved.filter(({ isDefault }) => isDefault).length]).toEqual([4, 1]);
  });

  test("of somebody else is not there: neither to change, nor as a default, nor to remove (requirement 246)", async () => {
    const { shop, first } = await withTwo({ engine });
    await addCustomer(shop, "bob");
    const bob = shop.browser();
    await signIn(bob, "bob@example.com");
    const before = await shop.shop.db.selectFrom("customer_address").selectAll().orderBy("id").execute();

    for (const id of [first, "0".repeat(32), "'; drop"]) {
      const answers = [
        await bob.put(path, { ...oak, id }),
        await bob.post(`${path}/default`, { id }),
        await bob.delete(path, { id }),
        await bob.form(path, { ...oak, id, _method: "PUT" }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    }

    expect(await shop.shop.db.selectFrom("customer_address").selectAll().orderBy("id").execute()).toEqual(before);
  });
});

test("what breaks a rule is told beside its field, as in the checkout, and nothing is kept", async () => {
  const { customer } = await signedIn();

  const answer = await customer.post(path, {
    street: "",
    city: "Austin",
    state: "ZZ",
    zipCode: "7330",
    firstName: "",
    phone: "12",
  });

  expect(answer.status).toBe(200);
  const { errors } = (answer.body as { data: { errors: { field: string; message: string }[] } }).data;
  expect(errors).toEqual([
    { field: "firstName", message: "Enter your first name." },
    { field: "street", message: "Enter your street address." },
    { field: "state", message: "Choose a state from the list." },
    { field: "zipCode", message: "Enter a ZIP code like 73301." },
    { field: "phone", message: "Enter a phone number with 7 to 15 digits, or leave it out." },
  ]);
  expect((await customer.get(settings)).text).not.toContain("Austin");
});

test("a Canadian address is kept tidied, and a country alone is judged with the area that is known", async () => {
  const { customer } = await signedIn();

  const [saved] = savedOf(
    await customer.post(path, { street: "5 Rue A", city: "Ottawa", country: "ca", state: "on", zipCode: "k1a0b1" }),
  );

  expect(saved).toMatchObject({ country: "CA", state: "ON", zipCode: "K1A 0B1" });
  const turned = await customer.put(path, { id: saved?.id, country: "US" });
  expect((turned.body as { data: { errors: { field: string }[] } }).data.errors.map(({ field }) => field)).toEqual([
    "state",
    "zipCode",
  ]);
});

test("twenty addresses are enough: another is refused in words, one of them again is no other", async () => {
  const { customer } = await signedIn();
  for (let at = 1; at <= 20; at += 1) await customer.post(path, { ...elm, street: `${at} Elm St` });

  const refused = await customer.post(path, { ...elm, street: "21 Elm St" });

  expect([refused.status, refused.body]).toEqual([
    409,
    { error: "You can save up to 20 addresses. Please remove one first.", code: "limit_reached" },
  ]);
  expect(savedOf(await customer.post(path, { ...elm, street: "20 Elm St" }))).toHaveLength(20);
});

test.each([
  ["POST", path, { ...elm, street: 7 }, "“street” must be text."],
  ["POST", path, { ...elm, city: "A\u0000" }, "“city” must not contain control characters."],
  ["PUT", path, elm, "“id” must be an id."],
  ["POST", `${path}/default`, {}, "“id” must be an id."],
  ["DELETE", path, { id: 5 }, "“id” must be an id."],
])("a call of another shape is refused with the field's name: %s %s %o", async (method, to, body, error) => {
  const { customer } = await signedIn();

  const answer = await customer.call(method, to, body);

  expect([answer.status, answer.body]).toEqual([400, { error, code: "invalid" }]);
});

test("every change of an address wants a session and a token (requirements 207–209, 245, 247)", async () => {
  const { shop, customer, first } = await withTwo();
  const guest = shop.browser();
  for (const [method, to] of [
    ["POST", path],
    ["PUT", path],
    ["POST", `${path}/default`],
    ["DELETE", path],
  ] as const) {
    const body = { ...oak, id: first };
    expect((await customer.call(method, to, body, { csrf: false })).status).toBe(403);
    expect((await guest.call(method, to, body)).status).toBe(401);
  }
});

describe("without scripts", () => {
  test("a new address is added by a form, and the page says so (requirement 210)", async () => {
    const { customer } = await signedIn();
    const page = await customer.get(`${settings}?edit=new`);
    expect(page.text).toMatch(/name="firstName"[^>]*value="Ann"/);

    const added = await customer.form(path, { ...elm, firstName: "Ann", lastName: "Lee", country: "US", phone: "" });

    expect([added.status, added.headers.get("location")]).toEqual([303, `${settings}?notice=address`]);
    expect(customer.jar.get("shipTo")).toBe("TX");
    const { text } = await customer.get(`${settings}?notice=address`);
    expect(text).toContain("address saved correctly");
    expect(text).toContain("1 Elm St");
  });

  test("a refused form comes back open, with what was typed and the messages beside their fields", async () => {
    const { customer, second } = await withTwo();

    const refused = await customer.form(path, { ...oak, id: second, street: "9 <b>Way", zipCode: "0", _method: "PUT" });

    expect(refused.status).toBe(422);
    expect(refused.text).toContain('value="9 &lt;b');
    expect(refused.text).not.toContain("<b>Way");
    expect(refused.text).toMatch(/id="zipCode-error"[^>]*>Enter a ZIP code like 73301\./);
    expect(refused.text).toContain(`name="id" value="${second}"`);
  });

  test("with a token of another day the page comes back with what was typed", async () => {
    const { customer } = await signedIn();

    const stale = await customer.form(path, { ...elm, street: "9 Kept St", _csrf: "old" });

    expect(stale.status).toBe(403);
    expect(stale.text).toContain('value="9 Kept St"');
    expect(stale.text).toContain("This page was open too long");
  });

  test.each([
    ["/default", { _method: "POST" }, "default", "address updated correctly", 213],
    ["", { _method: "DELETE" }, "removed", "address removed correctly", 214],
  ])("a press on %s goes back to the page, which says so", async (to, method, notice, words) => {
    const { customer, second } = await withTwo();

    const pressed = await customer.form(path + to, { id: second, ...method });

    expect([pressed.status, pressed.headers.get("location")]).toEqual([303, `${settings}?notice=${notice}`]);
    expect((await customer.get(`${settings}?notice=${notice}`)).text).toContain(words);
  });

  test("nothing of the address is echoed, and an unknown word says nothing", async () => {
    const { customer } = await signedIn();
    const { text, status } = await customer.get(`${settings}?notice=constructor&edit=%22%3E%3Cb%3E`);
    expect(status).toBe(200);
    expect(text).not.toContain("notice--");
    expect(text).not.toContain("constructor");
  });
});

test("who is not signed in goes to the sign-in and comes back from there (requirement 7)", async () => {
  const { shop } = await signedIn();
  const { status, headers } = await shop.browser().get("/us/storefront/dashboard/settings");
  expect(status).toBe(303);
  expect(decodeURIComponent(headers.get("location") ?? "")).toContain("/identity/signin/?next=/us/storefront/dashboard/settings");
});
