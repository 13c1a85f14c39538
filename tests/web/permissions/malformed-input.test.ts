import { describe, expect, test } from "vitest";
import { proofEngines } from "../../support/long-form.ts";
import { openShop } from "../../support/shop.ts";
import { expectNoFault } from "../raw-http.ts";
import { customerCalled } from "./people.ts";
import { nameOf } from "./row.ts";
import { ask } from "./send-request.ts";
import { changes } from "./table.ts";

/** Senseless values for each field of a call. */
const odd: readonly unknown[] = [["a\u0000b"], "a\u0000b", "x\r\nBcc: evil@example.com", "é".repeat(400), 7];

describe.each(proofEngines)("on %s", (engine) => {
  test("a call that is told nonsense in any of its fields hears so, and it is never the shop's fault", async () => {
    const shop = await openShop({ engine, pays: false });
    const mary = await customerCalled(shop, "mary");
    const seen: { status: number; text: string }[] = [];
    const faults: string[] = [];
    // Cards and pictures have their own tests, because other values are wrong for them.
    for (const row of changes.filter(({ send, json, path }) => !send && json && !path.endsWith("/payment"))) {
      const known = row.ends ? await customerCalled(shop, `mary-${seen.length}`) : mary;
      const right = { ...(await row.json?.(known)), next: "/storefront/" };
      for (const name of Object.keys(right))
        for (const value of odd) {
          const answer = await ask({ ...row, json: () => ({ ...right, [name]: value }) }, "json", known);
          seen.push(answer);
          const what = `${nameOf(row)} (${row.summary}) with ${name} ${JSON.stringify(value).slice(0, 30)}`;
          if (answer.status >= 500) faults.push(`${what}: ${answer.status}`);
        }
    }
    expect(faults).toEqual([]);
    expectNoFault(shop, seen);
  });
});
