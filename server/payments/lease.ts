import type { Shop } from "../shop.ts";
import type { Attempt } from "./queries/attempts.ts";
import { setLease } from "./queries/leases.ts";
import type { PayTimes } from "./times.ts";

/**
 * Renews the lease of an attempt during `work`, and ends it when the attempt is still undecided
 * afterwards: `isDecided` tells by its result.
 */
export async function whileLeased<Value>(
  shop: Shop,
  { id }: Attempt,
  times: PayTimes,
  work: () => Promise<Value>,
  isDecided: (value: Value) => boolean,
): Promise<Value> {
  const renew = () =>
    setLease(shop.db, id, shop.now() + times.lease).catch((error: unknown) =>
      shop.log.warn({ err: error, attempt: id }, "a lease was not renewed"),
    );
  const timer = setInterval(renew, times.renewEvery);
  let decided = false;
  try {
    const value = await work();
    decided = isDecided(value);
    return value;
  } finally {
    clearInterval(timer);
    // What came of the work stands; otherwise the lease ends by itself.
    if (!decided)
      await setLease(shop.db, id, shop.now()).catch((error: unknown) =>
        shop.log.warn({ err: error, attempt: id }, "a lease was not ended"),
      );
  }
}
