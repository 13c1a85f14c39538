import { describe, expect, test } from "vitest";
import { staffPath, staffSecurityPath } from "../../server/staff/paths.ts";
import { engines, openShop } from "../support/shop.ts";
import { addApp, staffBrowser } from "./staff-fixture.ts";

/** The steps of the page that are done, or are not. */
const steps = (text: string, state: "Done" | "To do"): (string | undefined)[] =>
  [...text.matchAll(new RegExp(`>${state}</span> <(?:a[^>]*|strong)>([^<]+)<`, "g"))].map(([, name]) => name);

describe.each(engines)("on %s", (engine) => {
  test("a new shop's owner sees what is still to do, and nobody else does", async () => {
    const test = await openShop({ engine, pays: false, products: "none", env: { SMTP_URL: "smtp://127.0.0.1:9" } });
    const owner = await staffBrowser(test, "owner");
    const page = (await owner.get(staffPath)).text;
    expect(steps(page, "Done")).toEqual(["Send emails"]);
    expect(steps(page, "To do")).toEqual([
      ...["Protect your sign-in", "Publish a product", "Add a shipping method", "Set your tax rates", "Write your pages"],
      "Take payments",
    ]);
    expect(page).toContain(`<a href="${staffSecurityPath}">Protect your sign-in</a>`);
    await addApp(test, "staff-owner");
    expect(steps((await owner.get(staffPath)).text, "Done")).toEqual(["Protect your sign-in", "Send emails"]);
    const manager = await staffBrowser(test, "manager");
    expect((await manager.get(staffPath)).text).not.toContain("Get the shop ready");
  });

  test("what the shop has is done", async () => {
    const test = await openShop({ engine, pays: false });
    const owner = await staffBrowser(test, "owner");
    const page = (await owner.get(staffPath)).text;
    expect(steps(page, "Done")).toEqual(["Publish a product", "Add a shipping method", "Set your tax rates"]);
  });
});
