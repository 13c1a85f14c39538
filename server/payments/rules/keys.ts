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

/** What a key or a reference, as an owner copies it, may name. */
export type NamedByKey = {
  /** keys of an attempt: its own, or of one of the calls about its payment */
  attemptKeys: readonly string[];
  /** of an attempt, without the shop's id */
  attempt: { checkoutId: string; n: number } | undefined;
  /** keys of an order's refund, with or without what stands before it at the gateway */
  refundKeys: readonly string[];
  /** of an order, or of one whose refund has this key */
  orderId: string;
  /** of an authorization without an order, whose money was returned under this key */
  orphanId: string | undefined;
};

/** By the forms of the keys that this shop makes; nothing else is known of what is in none of them. */
export function namedByKey(text: string): NamedByKey {
  const [attemptKey = ""] = text.split(":", 1);
  const attempt = /^(.+)-(\d{1,6})$/.exec(attemptKey);
  const refundKey = /:ref:(.+)$/.exec(text)?.[1] ?? text;
  return {
    attemptKeys: attemptKey === text ? [text] : [text, attemptKey],
    attempt: attempt?.[1] === undefined ? undefined : { checkoutId: attempt[1], n: Number(attempt[2]) },
    refundKeys: refundKey === text ? [text] : [text, refundKey],
    orderId: refundKey.replace(/-r\d{1,6}$/, ""),
    orphanId: /^[a-z]+-([0-9a-f]+)-(?:void|refund-\d+)$/.exec(text)?.[1],
  };
}

/** Whether somebody may have copied this from the gateway: its keys and references have no blank, and no word's letters alone. */
export const looksLikeKey = (text: string): boolean => /^(?=\S*[\d:_-])\S{4,300}$/.test(text);
