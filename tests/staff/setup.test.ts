import { describe, expect, test } from "vitest";
import { savePageText } from "../../server/content/content-pages.ts";
import { noSettings } from "../../server/content/rules/shop-settings.ts";
import { saveShopSettings } from "../../server/content/settings.ts";
import { transact } from "../../server/db/transaction.ts";
import { staffEmailRecipientsPath, staffPath, staffSecurityPath, staffSettingsPath } from "../../server/staff/paths.ts";
import { proofEngines } from "../support/long-form.ts";
import { openShop, type TestShop } from "../support/shop.ts";
import { paidOrder } from "./paid-order.ts";
import { addApp, staffBrowser } from "./staff-fixture.ts";

/** The steps on the page in this state. */
const steps = (text: string, state: "Done" | "To do" | "If you need it"): (string | undefined)[] =>
  [...text.matchAll(new RegExp(`>${state}</span> <(?:a[^>]*|strong)>([^<]+)<`, "g"))].map(([, name]) => name);

const words = { title: "Words", description: "", markdown: "All of them." };

/**
 * Saves a name, a place of tax, all but one of the pages that shoppers look for, and disabled
 * methods.
 */
async function saveAll({ shop: { db, now } }: TestShop): Promise<void> {
  await transact(db, async (tx) => {
    await saveShopSettings(tx, { ...noSettings, storeName: "Fern" }, now());
    for (const slug of ["terms", "privacy", "shipping"]) await savePageText(tx, { slug, text: words, now: now() });
    await tx.insertInto("tax_rate").values({ country: "US", area: "OR", rate_ppm: 10_000, nexus: 1 }).execute();
    const method = { id: "m", name: "Off", countries: "US", price: 500, active: 0 as const };
    await tx.insertInto("shipping_method").values(method).execute();
  });
}

test("the chart of sales says its days and amounts, also where one day alone has sales", async () => {
  const test = await openShop();
  const time = test.shop.now();
  await paidOrder(test);
  const owner = await staffBrowser(test, "owner");
  const page = (await owner.get(staffPath)).text;
  const today = test.shop.dates.typed(time).slice(0, 10);
  // Days are counted by the calendar, since not every day has 24 hours.
  const dayBefore = (days: number) => {
    const iso = new Date(Date.parse(`${today}T12:00:00Z`) - days * 24 * 3_600_000).toISOString().slice(0, 10);
    return test.shop.dates.range(iso, iso);
  };
  const [highest = "", first = "", last = ""] = [
    ...(/Highest: ([^<]+)<[\s\S]*?<span>([^<]+)<\/span><span>([^<]+)</.exec(page)?.slice(1) ?? []),
  ];
  expect(highest).toMatch(new RegExp(`^\\$\\d+\\.\\d\\d on ${dayBefore(0)}$`));
  expect([first, last]).toEqual([dayBefore(29), dayBefore(0)]);
  expect(page).toContain(`<title>${highest.replace(/(.*) on (.*)/, "$2: $1")} in 1 order</title>`);
});

describe.each(proofEngines)("on %s", (engine) => {
  test("a new shop's owner sees what is still to do, and nobody else does", async () => {
    const env = { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "shop@fern.example" };
    const test = await openShop({ engine, pays: false, products: "none", env });
    const owner = await staffBrowser(test, "owner");
    const page = (await owner.get(staffPath)).text;
    expect(steps(page, "Done")).toEqual(["Send emails"]);
    expect(steps(page, "To do")).toEqual([
      ...[
        "Protect your own sign-in",
        "Name your shop",
        "Choose your categories",
        "Publish a product",
        "Add a shipping method",
        "Set your tax rates",
      ],
      ...["Write your pages", "Take payments"],
    ]);
    for (const name of ["", "_SECRET", "_LOGIN", "_WEBHOOK_SECRET", "_URL"])
      expect(page).toMatch(new RegExp(`PAYMENT_GATEWAY${name}[,:. ]`));
    expect(page).toContain("Still missing: terms, privacy, shipping, returns.");
    expect(page).toContain("Nothing was sold in these 30 days.");
    expect(page).not.toContain('class="chart"');
    expect(steps(page, "If you need it")).toEqual(["Set up shipping zones", "Say what may not be sold where"]);
    const links = [...(/steps-to-do">(.*?)<\/ul>/s.exec(page)?.[1] ?? "").matchAll(/<a href="([^"]+)">/g)].map(
      ([, href]) => href ?? "",
    );
    expect(links).toHaveLength(10);
    expect(links).toContain(staffSecurityPath);
    for (const href of links) expect([href, (await owner.get(href)).status]).toEqual([href, 200]);
    await addApp(test, "staff-owner");
    await saveAll(test);
    expect((await owner.get(staffPath)).text).toContain("Still missing: returns.");
    const { db, now } = test.shop;
    await transact(db, (tx) => savePageText(tx, { slug: "returns", text: words, now: now() }));
    const named = (await owner.get(staffPath)).text;
    expect(steps(named, "Done")).toEqual([
      ...["Protect your own sign-in", "Name your shop", "Set your tax rates", "Write your pages", "Send emails"],
    ]);
    const manager = await staffBrowser(test, "manager");
    expect((await manager.get(staffPath)).text).not.toContain("Get the shop ready");
    expect(steps((await owner.get(staffPath)).text, "To do")).toContain("Protect the sign-ins of others");
  });

  test("finished steps are folded away, below the sales and the other steps", async () => {
    const test = await openShop({ engine, pays: false });
    const owner = await staffBrowser(test, "owner");
    const page = (await owner.get(staffPath)).text;
    const [sales = "", open = "", finished = ""] = page.split(/<h2>Get the shop ready|<summary>4 of \d+ done/);
    expect(sales).toContain("<h2>Sales</h2>");
    expect([steps(open, "Done"), steps(open, "To do").length > 0, steps(finished, "To do")]).toEqual([[], true, []]);
    expect(steps(finished, "Done")).toEqual([
      ...["Choose your categories", "Publish a product", "Add a shipping method", "Set your tax rates"],
      "Say what may not be sold where",
    ]);
  });
});

test("the step for emails names all that they need, and is not done before they have a sender of the shop's own", async () => {
  const [none, server] = [
    await openShop({ pays: false }),
    await openShop({ pays: false, env: { SMTP_URL: "smtp://127.0.0.1:9" } }),
  ];
  const stepOf = async (test: TestShop) => {
    const page = (await (await staffBrowser(test, "owner")).get(staffPath)).text;
    return [steps(page, "To do").includes("Send emails"), /Send emails<\/strong>.*?<\/li>/s.exec(page)?.[0] ?? ""] as const;
  };
  const [isOpen, first] = await stepOf(none);
  expect(isOpen).toBe(true);
  for (const name of [
    "SMTP_URL",
    "MAIL_FROM with the address",
    `href="${staffEmailRecipientsPath}"`,
    `href="${staffSettingsPath}"`,
  ])
    expect(first).toContain(name);
  const [isStillOpen, second] = await stepOf(server);
  expect([isStillOpen, second.includes("set MAIL_FROM"), second.includes("emails come from shop@localhost")]).toEqual([
    true,
    true,
    true,
  ]);
});
