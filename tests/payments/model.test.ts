import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { seedOfRun } from "../support/draws.ts";
import { isProof, often } from "../support/long-form.ts";
import { engines, openShop } from "../support/shop.ts";
import { ModelWorld, type Step } from "./model-world.ts";
import { expectInOrder } from "./shopper.ts";

const shopper = fc.integer({ min: 0, max: 2 });
const variant = fc.integer({ min: 0, max: 2 });
const add = fc.record({ do: fc.constant("add" as const), shopper, variant, units: fc.integer({ min: 1, max: 4 }) });
const pay = fc.record({
  do: fc.constant("pay" as const),
  shopper,
  card: fc.constantFrom("approved", "approved", "declined", "partial", "answerLost", "neverSent"),
});
const look = fc.record({ do: fc.constant("look" as const), shopper });
const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: add, weight: 5 },
  { arbitrary: pay, weight: 5 },
  { arbitrary: look, weight: 3 },
  fc.record({ do: fc.constant("code" as const), shopper, code: fc.constantFrom("TENTH", "FIVE", "SHIP", "ONE", undefined) }),
  fc.record({ do: fc.constant("method" as const), shopper, method: fc.constantFrom("standard", "overnight") }),
  fc.record({ do: fc.constant("area" as const), shopper, area: fc.constantFrom("TX", "OR") }),
  fc.record({ do: fc.constant("price" as const), variant, cents: fc.integer({ min: 0, max: 9999 }) }),
  fc.record({ do: fc.constant("stock" as const), variant, units: fc.integer({ min: 0, max: 9 }) }),
  fc.record({ do: fc.constant("cancel" as const), order: fc.nat(9) }),
  fc.constant({ do: "recover" as const }),
);

describe.each(engines)("a shop and its reference, on %s", (engine) => {
  test("come to the same totals, stock, codes and orders, whatever shoppers and owner do", { timeout: 3_600_000 }, async () => {
    const shop = await openShop({ engine, stock: {} });
    const seed = seedOfRun();
    let steps = 0;

    const property = fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: often(20, 40) }), async (all) => {
      // Declined cards of earlier runs no longer count.
      shop.pass(3_600_001);
      const world = new ModelWorld(shop);
      await world.open();
      for (const each of all) {
        await world.play(each);
        await world.compare();
        steps += 1;
      }
      await world.play({ do: "recover" });
      await world.compare();
    });
    await fc.assert(property, { seed, numRuns: often(6, 250), interruptAfterTimeLimit: 3_000_000 });

    await expectInOrder(shop);
    expect(steps).toBeGreaterThan(0);
    if (isProof) console.log(`${engine}, seed ${seed}: ${steps} steps`);
  });
});
