import { describe, expect, test } from "vitest";
import { proofEngines } from "../support/long-form.ts";
import { openShop } from "../support/shop.ts";

const told = (lines: readonly string[]) => lines.filter((line) => line.includes("TRUST_PROXY"));

describe.each(proofEngines)("whoever forges the address that a proxy has seen, on %s", (engine) => {
  test("is counted by the connection's where no proxy is trusted, and the owner is told of the header once", async () => {
    const shop = await openShop({ engine, pays: false });
    for (const address of ["203.0.113.1", "203.0.113.2", "203.0.113.3"]) {
      const attacker = shop.browser();
      attacker.headers = { "x-forwarded-for": address };
      await attacker.post("/identity/signin/", { email: "ann@example.com", password: "wrong" });
    }

    const rows = await shop.shop.db.selectFrom("counted_try").select("subject").where("kind", "=", "password-address").execute();
    expect(new Set(rows.map(({ subject }) => subject))).toEqual(new Set(["127.0.0.1"]));
    expect(told(shop.log)).toHaveLength(1);
    expect(told(shop.log)[0]).toContain('"level":40');
    expect(shop.log.join("\n")).not.toContain("203.0.113");
  });

  test("is counted as one behind a proxy, whatever port or zone it adds, and nobody is told of anything", async () => {
    const shop = await openShop({ engine, pays: false, env: { TRUST_PROXY: "1" } });
    const addresses = [
      "198.51.100.1, 203.0.113.7",
      "203.0.113.7:4711",
      "203.0.113.7:4712",
      "::ffff:203.0.113.7",
      "[2001:db8:1:2::9]:443",
      "2001:db8:1:2::a%eth0",
      "[2001:db8:1:2:ffff::b%7]:80",
    ];
    for (const [at, address] of addresses.entries()) {
      const attacker = shop.browser();
      attacker.headers = { "x-forwarded-for": address };
      await attacker.post("/identity/signin/", { email: "ann@example.com", password: "wrong" });
      await attacker.post("/identity/reset/", { email: `ann-${at}@example.com` });
    }

    const rows = await shop.shop.db.selectFrom("counted_try").select(["kind", "subject"]).execute();
    const subjectsOf = (kind: string) =>
      [...new Set(rows.filter((row) => row.kind === kind).map(({ subject }) => subject))].sort();
    expect(subjectsOf("password-address")).toEqual(["2001:db8:1:2::/64", "203.0.113.7"]);
    expect(subjectsOf("password-network")).toEqual(["2001:db8:1::/48", "203.0.113.0/24"]);
    expect(subjectsOf("reset-letter-address")).toEqual(["2001:db8:1:2::/64", "203.0.113.7"]);
    expect(told(shop.log)).toEqual([]);
  });
});
