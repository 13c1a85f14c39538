import { expect, test } from "vitest";
import { staffCommand } from "../../server/cli/staff.ts";
import { openOwner } from "./open-owner.ts";

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
