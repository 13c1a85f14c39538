import { type Engine, openShop } from "../support/shop.ts";

/** A shop whose first charge gets no answer before `waiting` others wait for it. */
export async function slowShop(engine: Engine, waiting = 1) {
  const charged = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  let waiters = 0;
  const shop = await openShop({
    engine,
    failpoint: async (name) => {
      if (name === "p.waits" && ++waiters === waiting) go.resolve();
      if (name !== "g.after_charge") return;
      charged.resolve();
      await go.promise;
    },
  });
  return { shop, charged: charged.promise };
}
