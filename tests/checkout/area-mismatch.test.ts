import { describe, expect, test } from "vitest";
import { shippingPath } from "../../server/checkout/paths.ts";
import { dataOf, engines, errorsOf, ontario, openOn, pageOf, shopperAtPayment, shopperIn, sqlOf, texas } from "./shopper.ts";

const strayed = { ...texas, postalCode: "10001" };
const mismatch = { field: "postalCode", code: "area_mismatch", message: "The ZIP code 10001 is in New York, not in Texas." };

describe.each(engines)("a postal code of another state, on %s", (engine) => {
  test("is refused at its field until the shopper accepts it", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-2": 1 });

    expect(errorsOf(await shopper.ship(strayed))).toEqual([mismatch]);
    expect((await shopper.find()).shippingAddress).toBeNull();
    const accepted = await shopper.post(shippingPath, { shippingAddress: strayed, acceptPostalCode: true });
    expect([accepted.status, dataOf<{ errors: [] }>(accepted).errors]).toEqual([200, []]);
    expect((await shopper.find()).shippingAddress).toEqual(strayed);
    expect(errorsOf(await shopper.ship({ ...ontario, postalCode: "V6B 1A1" }))[0]?.message).toBe(
      "The postal code V6B 1A1 is in British Columbia, not in Ontario.",
    );
    expect(errorsOf(await shopper.ship({ ...texas, postalCode: "96910" }))[0]?.message).toContain(
      "is in another state, not in Texas",
    );
  });

  test("passes neither the shipping step nor the payment where products are forbidden there, accepted or not", async () => {
    const shop = await openOn(engine);
    const boise = { ...texas, postalCode: "83702" };
    const shopper = await shopperIn(shop, { "v-1": 1 });
    const accepted = await shopper.post(shippingPath, { shippingAddress: boise, acceptPostalCode: true });
    expect(errorsOf(accepted)).toEqual([{ field: "postalCode", message: "“Product 1” can’t be sold in Idaho." }]);

    const late = await shopperAtPayment(shop, { "v-2": 1 });
    expect((await late.post(shippingPath, { shippingAddress: boise, acceptPostalCode: true })).status).toBe(200);
    await sqlOf(shop)
      .insertInto("state_rule")
      .values({ id: "x", country: "US", area: "ID", category_id: null, product_id: "p-2" })
      .execute();
    const refused = await late.post("/storefront/checkout/payment", { paymentDetails: {} });
    expect(errorsOf(refused)).toEqual([{ field: "postalCode", message: "“Product 2” can’t be sold in Idaho." }]);
  });
});

test("with scripts off the page comes again with the message and a box to accept it", async () => {
  const shop = await openOn("sqlite");
  const shopper = await shopperIn(shop, { "v-2": 1 });
  await shopper.email();
  expect(pageOf(await shopper.page("shipping")).querySelector("[name=acceptPostalCode]")).toBeNull();

  const refused = await shopper.form(shippingPath, strayed);

  expect([refused.status, refused.text.includes(mismatch.message)]).toEqual([422, true]);
  expect(pageOf(refused).querySelector("[name=acceptPostalCode]")?.getAttribute("value")).toBe("true");
  const accepted = await shopper.form(shippingPath, { ...strayed, acceptPostalCode: "true" });
  expect([accepted.status, accepted.headers.get("location")]).toEqual([
    303,
    `/storefront/checkout/shipping_method/${shopper.checkoutId}/`,
  ]);
});
