import type { Shop } from "../shop.ts";
import type { Attempt } from "./queries/attempts.ts";
import { setLease } from "./queries/leases.ts";
import type { PayTimes } from "./times.ts";

/**
 * Renews an attempt's lease during `work`. Afterwards, ends the lease if `isDecided` says that the
 * attempt is still undecided.
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
    // A failure here must not replace the work's result; the lease also expires by itself.
    if (!decided)
      await setLease(shop.db, id, shop.now()).catch((error: unknown) =>
        shop.log.warn({ err: error, attempt: id }, "a lease was not ended"),
      );
  }
}
