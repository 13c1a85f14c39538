import { describe, expect, test } from "vitest";
import { noEnd } from "../../server/checkout/rules/promo-fields.ts";
import {
  staffMethodOrderPath,
  staffNewRulePath,
  staffPromosFilePath,
  staffRulePath,
  staffRuleRemovalPath,
  staffRulesPath,
  staffSimulationPath,
} from "../../server/staff/paths.ts";
import { engines, openShop } from "../support/shop.ts";
import { send, staffBrowser } from "./staff-fixture.ts";

const promoForm = { id: "spring", code: "spring", kind: "percent", amount: "15", startsAt: "2026-01-01", active: "1" };
const seenIn = (text: string) => /name="seen" value="([^"]+)"/.exec(text)?.[1] ?? "";

describe.each(engines)("the selling rules for the staff, on %s", (engine) => {
  test("a promo is created, shown in words, changed, stopped, and the change undone", async () => {
    const shop = await openShop({ engine, pays: false });
    const staff = await staffBrowser(shop, "manager");
    const path = staffRulePath("promos", "spring");
    const created = await send(staff, staffNewRulePath("promos"), staffNewRulePath("promos"), {
      ...promoForm,
      endsAt: "2026-01-31",
      // The form hides what other kinds of promos need, and the shop ignores it.
      getPercent: "many",
      methodIds: "standard",
      minimum: "50",
      firstOrderOnly: "1",
      productIds: `${shop.url}/storefront/products/product-2/?x=1\nproduct-3`,
    });
    expect([created.status, created.headers.get("location")]).toEqual([303, `${path}?notice=created`]);
    const stored = () => shop.shop.db.selectFrom("promo").selectAll().where("id", "=", "spring").executeTakeFirstOrThrow();
    const { dates } = shop.shop;
    expect(await stored()).toMatchObject({
      code: "SPRING",
      amount: 15,
      active: 1,
      starts_at: dates.startOf("2026-01-01"),
      ends_at: dates.startOf("2026-02-01") - 1,
    });
    expect((await staff.get(staffRulesPath("promos"))).text).toMatch(
      /SPRING[\s\S]*15% off, for 2 products only, from \$50\.00, first order, by Standard only/,
    );

    const page = await staff.get(path);
    expect(page.text).toContain("It was not used yet.");
    expect(page.text).toMatch(/value="p-2" checked[\s\S]*value="p-3" checked/);
    const changed = await send(staff, path, path, { ...promoForm, amount: "20 %", seen: seenIn(page.text), active: "" });
    expect(changed.status).toBe(303);
    expect(await stored()).toMatchObject({ amount: 20, active: 0 });
    const after = (await staff.get(path)).text;
    const undo = /action="(\/staff\/[^"]*undo[^"]*)"/.exec(after)?.[1] ?? "";
    expect((await send(staff, path, undo)).status).toBe(303);
    expect(await stored()).toMatchObject({ amount: 15, active: 1 });
  });

  test("the list of promos is read page by page, by the beginning of a code, and as a file", async () => {
    const shop = await openShop({ engine, pays: false });
    const staff = await staffBrowser(shop, "reader");
    const { db } = shop.shop;
    const fields = { kind: "percent", amount: 10, starts_at: 0, ends_at: noEnd } as const;
    const many = Array.from({ length: 120 }, (_, at) => ({
      id: `bulk-${at}`,
      code: `BULK_${String(at).padStart(3, "0")}`,
      ...fields,
    }));
    await db
      .insertInto("promo")
      .values([...many, { ...fields, id: "bulkx", code: "BULKX", ends_at: 1 }])
      .execute();
    const list = staffRulesPath("promos");
    const codesIn = (text: string) => [...text.matchAll(/<a href="[^"]+">(BULK[^<]*)<\/a>/g)].map(([, code]) => code);

    const seen: (string | undefined)[] = [];
    let path: string | undefined = `${list}?q=bulk_`;
    for (let page = 0; path !== undefined && page < 5; page += 1) {
      const { text } = await staff.get(path);
      expect(text).toContain(">120 promos<");
      seen.push(...codesIn(text));
      path = /href="([^"]+)" rel="next"/.exec(text)?.[1]?.replaceAll("&#x3D;", "=").replaceAll("&amp;", "&");
    }
    expect(seen).toEqual(many.map(({ code }) => code));
    expect(codesIn((await staff.get(`${list}?q=bulk&show=past`)).text)).toEqual(["BULKX"]);

    const file = await staff.get(`${staffPromosFilePath}?q=BULK_&show=current`);
    expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const lines = file.text.trim().split("\r\n");
    expect(lines[0]).toBe("Code,For,Minimum,State,Uses,Most uses,Begins (America/New_York),Ends (America/New_York)");
    expect(lines[1]).toMatch(/^BULK_000,10% off,,Running,0,,/);
    expect(lines).toHaveLength(121);
  });

  test("what is wrong stands beside its field, and nothing typed is lost", async () => {
    const shop = await openShop({ engine, pays: false });
    const staff = await staffBrowser(shop, "manager");
    const form = { ...promoForm, code: "WELCOME10", amount: "400" };
    const refused = await send(staff, staffNewRulePath("promos"), staffNewRulePath("promos"), form);
    expect(refused.text).toContain("There is a promo with this code, perhaps one that has ended.");
    expect(refused.text).toContain("Enter a whole percentage from 1 to 100.");
    expect(refused.text).toContain('value="400"');
    const unknown = await send(staff, staffNewRulePath("promos"), staffNewRulePath("promos"), {
      ...promoForm,
      productIds: "nothing",
    });
    expect(unknown.text).toContain("There is no product nothing.");
  });

  test("products are found by name, and what may mean several is offered to tick", async () => {
    const shop = await openShop({ engine, pays: false });
    const staff = await staffBrowser(shop, "manager");
    const path = staffRulePath("gifts", "tray");
    const gift = { id: "tray", threshold: "150", active: "1", productIdsFind: "pRoDuct 9" };
    await send(staff, staffNewRulePath("gifts"), staffNewRulePath("gifts"), gift);
    const boxesIn = (text: string) =>
      [...text.matchAll(/name="productIds" value="([^"]+)"( checked)?/g)].map(([, id, on]) => [id, Boolean(on)]);
    const shown = (await staff.get(path)).text;
    expect(boxesIn(shown)).toEqual([["p-9", true]]);
    const save = async (fields: Record<string, string>) => {
      const seen = seenIn((await staff.get(path)).text);
      return await send(staff, path, path, { threshold: "150", active: "1", seen, ...fields });
    };

    const several = await save({ productIds: "p-9", productIdsFind: "product" });
    expect([several.status, several.text]).toEqual([422, expect.stringContaining("may mean several products")]);
    expect(boxesIn(several.text)).toEqual(
      expect.arrayContaining([
        ["p-9", true],
        ["p-2", false],
      ]),
    );
    expect(several.text).toMatch(/name="productIdsFind"[^>]*value=""/);
    const none = await save({ productIds: "p-9", productIdsFind: "zeppelin" });
    expect(none.text).toContain("No product has “zeppelin” in its name, address, or SKU.");
    expect(none.text).toMatch(/name="productIdsFind"[^>]*value="zeppelin"/);

    expect((await save({ productIds: "p-2" })).status).toBe(303);
    expect(boxesIn((await staff.get(path)).text)).toEqual([["p-2", true]]);
  });

  test("who saves second sees both values", async () => {
    const shop = await openShop({ engine, pays: false });
    const staff = await staffBrowser(shop, "manager");
    const path = staffRulePath("methods", "standard");
    const seen = seenIn((await staff.get(path)).text);
    await shop.shop.db.updateTable("shipping_method").set({ price: 700 }).where("id", "=", "standard").execute();
    const form = { name: "Standard", zoneId: "none", countries: "US", price: "8.00", rateBy: "flat", active: "1" };
    const second = await send(staff, path, path, { ...form, seen });
    expect(second.status).toBe(409);
    expect(second.text).toContain("$7.00");
    expect(second.text).toContain("$8.00");
  });

  test("a method by weight, a zone, a state's tax and a gift are set by their forms", async () => {
    const shop = await openShop({ engine, pays: false });
    const staff = await staffBrowser(shop, "manager");
    const create = (kind: Parameters<typeof staffNewRulePath>[0], fields: Record<string, string>) =>
      send(staff, staffNewRulePath(kind), staffNewRulePath(kind), fields);
    const zone = await create("zones", { id: "far", name: "Far", places: "US-AK" });
    expect((await staff.get(staffRulesPath("zones"))).text).toContain("none yet");
    const zoneText = async () => (await staff.get(staffRulePath("zones", "far"))).text;
    const others = "Methods of whole countries ship here too: Standard";
    for (const words of ["No method of its own yet.", others]) expect(await zoneText()).toContain(words);
    const method = await create("methods", {
      id: "heavy",
      name: "Heavy",
      zoneId: "far",
      price: "9.00",
      rateBy: "weight",
      active: "1",
      steps: "2000: 14.00\n5000: 30",
      cutoff: "14:30",
      daysTo: "7",
    });
    const tax = await create("taxes", { place: "US-AK", ratePpm: "1.85", nexus: "1", taxShipping: "1" });
    const gift = await create("gifts", { id: "tray", threshold: "150", productIds: "product-9", active: "1" });
    expect([zone, method, tax, gift].map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    for (const words of ["Methods of its own: Heavy.", others]) expect(await zoneText()).toContain(words);
    const { db } = shop.shop;
    expect(await db.selectFrom("shipping_method").selectAll().where("id", "=", "heavy").executeTakeFirstOrThrow()).toMatchObject({
      zone_id: "far",
      countries: "US",
      price: 900,
      rate_by: "weight",
      cutoff: 870,
      days_to: 7,
      rates: '[{"from":2000,"price":1400},{"from":5000,"price":3000}]',
    });
    expect(await db.selectFrom("tax_rate").selectAll().where("area", "=", "AK").executeTakeFirstOrThrow()).toMatchObject({
      rate_ppm: 18_500,
      tax_shipping: 1,
    });
    for (const kind of ["zones", "methods"] as const)
      expect((await staff.get(staffRulesPath(kind))).text).toContain(
        "Checkout offers the countries that a method ships to: United States and Canada.",
      );
    expect((await staff.get(staffRulesPath("zones"))).text).toMatch(/>Alaska, United States<\/td>.*Heavy</s);
    for (const path of [
      ...(["promos", "zones", "methods", "taxes", "gifts"] as const).map(staffRulesPath),
      ...[staffRulePath("zones", "far"), staffRulePath("methods", "heavy"), staffRulePath("taxes", "US-AK")],
      staffRulePath("gifts", "tray"),
    ])
      expect([path, (await staff.get(path)).status]).toEqual([path, 200]);
    expect((await staff.get(staffRulePath("taxes", "US-AK"))).text).toContain("<h1>Tax in Alaska, United States</h1>");
    const taken = await send(staff, staffRulePath("zones", "far"), staffRuleRemovalPath("zones", "far"), {
      seen: seenIn((await staff.get(staffRulePath("zones", "far"))).text),
    });
    expect(taken.text).toContain("Methods ship to this zone: give them another one first.");
  });

  test("methods are listed by price until one is moved, the order is undone, and given back to the price", async () => {
    const shop = await openShop({ engine, pays: false });
    const { db } = shop.shop;
    await db.updateTable("shipping_method").set({ position: 0 }).execute();
    const staff = await staffBrowser(shop, "manager");
    const list = staffRulesPath("methods");
    const listed = async () =>
      [...(await staff.get(list)).text.matchAll(/data-label="Method"[^>]*><span><a[^>]*>([^<]*)</g)].map(([, name]) => name);
    const move = async (fields: Record<string, string>) =>
      send(staff, list, staffMethodOrderPath, { seen: seenIn((await staff.get(list)).text), ...fields });
    const create = (name: string, price: string) =>
      send(staff, staffNewRulePath("methods"), staffNewRulePath("methods"), {
        id: name.toLowerCase(),
        name,
        price,
        zoneId: "none",
        countries: "US",
        rateBy: "flat",
        active: "1",
      });
    await create("Saver", "2.00");
    expect(await listed()).toEqual(["Saver", "Standard", "Overnight"]);
    expect((await staff.get(list)).text).not.toContain("Offer them by price");

    const stale = seenIn((await staff.get(list)).text);
    expect((await move({ id: "standard", direction: "up" })).status).toBe(303);
    await create("Bargain", "1.00");
    expect(await listed()).toEqual(["Standard", "Saver", "Overnight", "Bargain"]);
    const late = await move({ id: "saver", direction: "up", seen: stale });
    expect([late.status, late.text]).toEqual([409, expect.stringContaining("The order was changed meanwhile.")]);
    const reader = await staff.get(list);
    expect(reader.text).toMatch(/Standard moved up[\s\S]*by price/);

    expect((await move({ direction: "price" })).status).toBe(303);
    expect(await listed()).toEqual(["Bargain", "Saver", "Standard", "Overnight"]);
    const undo = /action="(\/staff\/[^"]*undo[^"]*)"/.exec((await staff.get(list)).text)?.[1] ?? "";
    expect((await send(staff, list, undo)).status).toBe(303);
    expect(await listed()).toEqual(["Standard", "Saver", "Overnight", "Bargain"]);
  });

  test("a cart is tried by the checkout's own calculation", async () => {
    const shop = await openShop({ engine, pays: false });
    const staff = await staffBrowser(shop, "reader");
    const query = "product0=SKU-2&quantity0=2&product1=product-3&product2=none&code=TAKE5&place=US-TX";
    const { text } = await staff.get(`${staffSimulationPath}?${query}`);
    expect(text).toContain("There is no product “none”.");
    // The sum is 40 + 30 − 5, shipping, and 8.25 % of 65.
    expect(text).toMatch(/Subtotal[\s\S]*\$70\.00[\s\S]*\$5\.00[\s\S]*\$5\.95[\s\S]*\$5\.36[\s\S]*\$76\.31/);
    expect((await staff.get(staffNewRulePath("promos"))).status).toBe(403);
  });
});

test("a promo without a code needs the name that shoppers see, is listed with it, and tried with a cart", async () => {
  const shop = await openShop({ pays: false });
  const staff = await staffBrowser(shop, "manager");
  const create = staffNewRulePath("promos");
  const form = { ...promoForm, automatic: "1" };
  expect((await send(staff, create, create, form)).text).toContain("Enter the name that shoppers see, of up to 60 characters.");
  expect((await send(staff, create, create, { ...form, name: "Spring sale" })).status).toBe(303);
  expect((await staff.get(staffRulePath("promos", "spring"))).text).toContain("Spring sale");
  const tried = await staff.get(`${staffSimulationPath}?product0=product-2&code=WELCOME10`);
  expect(tried.text).toContain("Discount, Spring sale");
  expect(tried.text).toContain("Spring sale saves you more than WELCOME10, so it applies.");
});

test("a promo's amounts and products are told in dollars, percent, and names", async () => {
  const shop = await openShop({ pays: false });
  const staff = await staffBrowser(shop, "manager");
  const [path, create] = [staffRulePath("promos", "spring"), staffNewRulePath("promos")];
  const form = { ...promoForm, kind: "amount", amount: "5.00", productIds: "product-2" };
  expect((await send(staff, create, create, form)).status).toBe(303);
  const save = async (fields: object) => {
    shop.pass(1000);
    return send(staff, path, path, { seen: seenIn((await staff.get(path)).text), ...form, ...fields });
  };
  await save({ amount: "7.00", productIds: "product-3" });
  await save({ kind: "percent", amount: "10", productIds: "product-3" });
  const { text } = await staff.get(path);
  const rows = await shop.shop.db.selectFrom("product").select(["slug", "name"]).execute();
  const [two, three] = ["product-2", "product-3"].map((slug) => rows.find((row) => row.slug === slug)?.name);
  expect(text).toContain("Percent or dollars off: <del>$5.00</del> → <ins>$7.00</ins>");
  expect(text).toContain("Percent or dollars off: <del>$7.00</del> → <ins>10%</ins>");
  expect(text).toContain(`Products: <del>${two}</del> → <ins>${three}</ins>`);

  const late = await save({ seen: "another", amount: "9.00" });
  expect(late.status).toBe(409);
  for (const value of ["10%", "$9.00", "Percent off", "Dollars off", two, three])
    expect(late.text).toContain(`<span class="conflict__value">${value}</span>`);

  const gift = staffNewRulePath("gifts");
  await send(staff, gift, gift, { id: "tray", threshold: "150", productIds: "product-9", active: "1" });
  const nine = rows.find(({ slug }) => slug === "product-9")?.name;
  expect((await staff.get(staffRulePath("gifts", "tray"))).text).toContain(`Products: <ins>${nine}</ins>`);
});

test("a rule that was removed comes back by the undo of the list that follows", async () => {
  const shop = await openShop({ pays: false });
  const staff = await staffBrowser(shop, "manager");
  for (const [kind, form, id] of [
    ["promos", promoForm, "spring"],
    ["zones", { id: "far", name: "Far", places: "US-AK" }, "far"],
  ] as const) {
    const path = staffRulePath(kind, id);
    await send(staff, staffNewRulePath(kind), staffNewRulePath(kind), form);
    shop.pass(1000);
    const seen = seenIn((await staff.get(path)).text);
    const removed = await send(staff, path, staffRuleRemovalPath(kind, id), { seen });
    const list = removed.headers.get("location") ?? "";
    expect([kind, list.split("?")[0], (await staff.get(path)).status]).toEqual([kind, staffRulesPath(kind), 404]);
    const text = (await staff.get(list)).text;
    expect(text).toContain("What was removed");
    const undo = /action="(\/staff\/[^"]*undo[^"]*)"/.exec(text)?.[1] ?? "";
    expect((await send(staff, list, undo)).headers.get("location")).toBe(`${path}?undone=1`);
    expect((await staff.get(path)).status).toBe(200);
    // The list no longer mentions the removal when it is opened again.
    expect((await staff.get(staffRulesPath(kind))).text).not.toContain("What was removed");
  }
});
