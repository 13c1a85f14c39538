import { expect, test } from "vitest";
import { staffCommand } from "../../server/cli/staff.ts";
import { staffSecurityPath } from "../../server/staff/paths.ts";
import { addStaff, enterStaff, signedInAs } from "../staff/staff-fixture.ts";
import { openShop } from "../support/shop.ts";
import { openOwner } from "./open-owner.ts";
import { typeCommand } from "./type-command.ts";

test.each([
  ["the port on which it listens", { PORT: "4517" }, "http://localhost:4517"],
  ["its public address", { PORT: "4517", PUBLIC_URL: "https://shop.example" }, "https://shop.example"],
  [
    "the staff's own host",
    { PUBLIC_URL: "https://shop.example", STAFF_HOST: "staff.shop.example" },
    "https://staff.shop.example",
  ],
])("the link to somebody's first sign-in leads to the shop at %s", async (_, env, origin) => {
  const owner = await openOwner("sqlite", env);
  const { status, out } = await owner.run(staffCommand, "add", "robin@shop.example", "--role", "owner");
  expect(status).toBe(0);
  expect(out.at(-1)).toMatch(new RegExp(`^${origin}/staff/join/\\?token=[\\w-]{20,}$`));
});

test("signing out ends the sessions of one of the staff or of all, in every browser, and is in the audit", async () => {
  const shop = await openShop({ pays: false });
  const [owner, packer] = [await addStaff(shop, "owner"), await addStaff(shop, "packer")];
  const browsers = [await signedInAs(shop, owner.id), await signedInAs(shop, owner.id), await signedInAs(shop, packer.id)];
  const statuses = () => Promise.all(browsers.map(async (browser) => (await browser.get(staffSecurityPath)).status));
  expect(await statuses()).toEqual([200, 200, 200]);
  shop.pass(1000);

  expect(await typeCommand(shop, staffCommand, "sign-out nobody@staff.example")).toMatchObject({ status: 1 });
  expect(await typeCommand(shop, staffCommand, "sign-out Owner@staff.example")).toMatchObject({
    status: 0,
    out: "owner@staff.example is signed out everywhere.",
  });
  expect(await statuses()).toEqual([303, 303, 200]);
  expect(await typeCommand(shop, staffCommand, "sign-out --all")).toMatchObject({
    status: 0,
    out: "2 people are signed out everywhere.",
  });
  expect(await statuses()).toEqual([303, 303, 303]);

  await enterStaff(shop.browser(), owner.email);
  const entries = await shop.shop.db.selectFrom("audit_entry").select(["actor", "action", "record_id"]).execute();
  expect(entries.map((entry) => Object.values(entry).join(" ")).sort()).toEqual([
    "owner signed out staff-owner",
    "owner signed out staff-owner",
    "owner signed out staff-packer",
  ]);
});

test.each(["", "list"])("staff %s lists the staff, and who has not yet chosen a password", async (words) => {
  const shop = await openShop({ pays: false });
  const nobody = { status: 0, out: "Nobody yet: staff add EMAIL --role owner" };
  expect(await typeCommand(shop, staffCommand, words)).toMatchObject(nobody);
  await addStaff(shop, "owner");
  await typeCommand(shop, staffCommand, "add robin@staff.example --role packer");
  const { status, out } = await typeCommand(shop, staffCommand, words);
  const rows = out.split("\n").map((line) => line.trim().split(/ {2,}/));
  expect([status, rows]).toEqual([
    0,
    [
      ["EMAIL", "NAME", "ROLE", "PASSWORD"],
      ["owner@staff.example", "The owner", "owner", "yes"],
      ["robin@staff.example", "packer", "no"],
    ],
  ]);
});

test.each([
  "sign-out",
  "sign-out a@shop.example --all",
  "sign-out a@shop.example b@shop.example",
  "remove --all",
  "remove a@shop.example --reset",
  "link a@shop.example --role owner",
  "link",
  "--reset",
  "leave a@shop.example",
])("staff %s is a wrong use", async (words) => {
  const owner = await openOwner("sqlite");
  expect(await owner.run(staffCommand, ...words.split(" "))).toMatchObject({ status: 2, out: [] });
});
