/**
 * The gateway's key of an attempt. `shopId` tells this shop's transactions from those of a till, of
 * staging, and of the shop before its database was emptied.
 */
export const attemptKey = (shopId: string, checkoutId: string, n: number): string => `${shopId}-${checkoutId}-${n}`;

/** What stands before the key of an order's refund at the gateway; `key` is its attempt's. */
export const refundPrefix = (key: string): string => `${key}:ref:`;

/** Whether this shop made the key, by the key alone. */
export const carriesId = (key: string, shopId: string): boolean => key.startsWith(`${shopId}-`);

/** The checkout that this shop has named in the key of an attempt; undefined for a key that it has not made. */
export const checkoutOfKey = (key: string, shopId: string): string | undefined =>
  carriesId(key, shopId) ? key.slice(shopId.length + 1).replace(/-\d+$/, "") : undefined;

/**
 * Whether this shop made the key of an attempt that it knows: keys were without an id before shops
 * had one.
 */
export const isOwnKey = (attempt: { key: string; checkout_id: string; n: number }, shopId: string): boolean =>
  carriesId(attempt.key, shopId) || attempt.key === `${attempt.checkout_id}-${attempt.n}`;
