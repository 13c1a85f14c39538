import { describe, expect, test } from "vitest";
import { addressWith } from "../support/addresses.ts";
import { engines } from "../support/shop.ts";
import { addressCall, oak, savedOf, signedIn, withTwo } from "./address-fixture.ts";

const create = "/storefront/checkout/create";
const shipping = "/storefront/checkout/shipping";
const fir = addressWith({
  firstName: "Ann",
  lastName: "Lee",
  streetAddress1: "3 Fir Way",
  city: "Seattle",
  postalCode: "98101",
  countryArea: "WA",
});

describe.each(engines)("on %s a customer's checkout", (engine) => {
  test("begins with the default address, and needs none saved", async () => {
    const { customer, second } = await withTwo({ engine });
    await customer.post(`${addressCall}/default`, { id: second });
    const { checkoutId } = (
      (await customer.post(create, { lines: [{ variantId: "v-1", quantity: 1 }] })).body as { data: { checkoutId: string } }
    ).data;
    await customer.post("/storefront/checkout/email", { checkoutId, email: "ann@example.com" });

    const { text } = await customer.get(`/storefront/checkout/shipping/${checkoutId}/`);

    expect(text).toContain("Save this address in your account");
    expect(text).toContain(`value="${oak.street}"`);
    expect(text).toMatch(/value="OR"[^>]*selected|selected[^>]*value="OR"/);
    expect(text).not.toMatch(/name="saveForLater"[^>]*checked|checked[^>]*name="saveForLater"/);
  });

  test("keeps an address for later among the customer's own, once", async () => {
    const { customer } = await signedIn({ engine });
    const { checkoutId } = (
      (await customer.post(create, { lines: [{ variantId: "v-1", quantity: 1 }] })).body as { data: { checkoutId: string } }
    ).data;
    for (const _ of ["first", "again"])
      expect((await customer.post(shipping, { checkoutId, shippingAddress: fir, saveForLater: true })).status).toBe(200);

    const { street, city, state, zipCode } = {
      street: fir.streetAddress1,
      city: fir.city,
      state: fir.countryArea,
      zipCode: fir.postalCode,
    };
    const saved = savedOf(await customer.post(addressCall, oak));
    expect(saved).toMatchObject([{ street, city, state, zipCode, isDefault: true, firstName: "Ann" }, oak]);
    expect(saved).toHaveLength(2);
  });
});
