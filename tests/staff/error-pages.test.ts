import { expect, test } from "vitest";
import { staffOrdersPath, staffPath, staffPaymentsPath, staffViewRemovalPath } from "../../server/staff/paths.ts";
import { openShop } from "../support/shop.ts";
import { send, staffBrowser } from "./staff-fixture.ts";

const headingOf = (text: string): string => /<h1[^>]*>([^<]*)<\/h1>/.exec(text)?.[1] ?? "";

test("what the staff cannot have is said in their own frame, with the way back, and to nobody else", async () => {
  const shop = await openShop();
  const packer = await staffBrowser(shop, "packer");
  const gone = await packer.get(`${staffOrdersPath}999999/`);
  const nowhere = await packer.get(`${staffPath}nowhere/`);
  const forbidden = await packer.get(staffPaymentsPath);
  const unsaved = await send(packer, staffOrdersPath, staffViewRemovalPath("nothing"));

  for (const [page, status, heading] of [
    [gone, 404, "Not found"],
    [nowhere, 404, "Not found"],
    [unsaved, 404, "Not found"],
    [forbidden, 403, "Not allowed"],
  ] as const) {
    expect([page.status, headingOf(page.text)]).toEqual([status, heading]);
    expect(page.text).toContain(`href="${staffOrdersPath}"`);
    expect(page.text).not.toContain("Continue shopping");
  }
  expect(forbidden.text).toContain("Your role doesn’t include this");

  const stranger = await shop.browser().get(`${staffPath}nowhere/`);
  expect(stranger.status).toBe(404);
  expect(stranger.text).toContain("Continue shopping");
  expect(stranger.text).not.toContain(staffOrdersPath);
});

test("a failure of the shop's names the request, and nothing of what failed", async () => {
  const shop = await openShop();
  const owner = await staffBrowser(shop, "owner");
  await shop.shop.db.schema.alterTable("job").renameTo("job_elsewhere").execute();
  const failed = await owner.get("/staff/jobs/");
  expect(shop.log.some((line) => line.includes("request failed"))).toBe(true);
  expect([failed.status, headingOf(failed.text)]).toEqual([500, "Something went wrong on our side"]);
  expect(failed.text).toMatch(/quote request [\w-]+/);
  expect(failed.text).not.toContain("job_elsewhere");
});
