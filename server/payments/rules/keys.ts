/**
 * The gateway's key of an attempt. `shopId` distinguishes this shop's transactions from those of a
 * till, of staging, and of the shop before its database was emptied.
 */
export const attemptKey = (shopId: string, checkoutId: string, n: number): string => `${shopId}-${checkoutId}-${n}`;

/** The prefix of a refund's key at the gateway; `key` is the attempt's key. */
export const refundPrefix = (key: string): string => `${key}:ref:`;

/** Whether the key begins with this shop's id. */
export const carriesId = (key: string, shopId: string): boolean => key.startsWith(`${shopId}-`);

/** The checkout in an attempt's key; undefined if this shop did not make the key. */
export const checkoutOfKey = (key: string, shopId: string): string | undefined =>
  carriesId(key, shopId) ? key.slice(shopId.length + 1).replace(/-\d+$/, "") : undefined;

/** Whether this shop made the key of a known attempt. Old keys have no shop id. */
export const isOwnKey = (attempt: { key: string; checkout_id: string; n: number }, shopId: string): boolean =>
  carriesId(attempt.key, shopId) || attempt.key === `${attempt.checkout_id}-${attempt.n}`;

/** The records that a key or a reference copied by an owner may name. */
export type NamedByKey = {
  /**
   * possible keys of an attempt: the whole text, and its part before the colon, since the key of a
   * call begins with the payment's key
   */
  attemptKeys: readonly string[];
  /** the attempt in the text, if the key is without the shop's id */
  attempt: { checkoutId: string; n: number } | undefined;
  /** keys of an order's refund, with or without the gateway prefix */
  refundKeys: readonly string[];
  /** id of an order, or of the order whose refund has this key */
  orderId: string;
  /** id of an authorization without an order, whose money was returned under this key */
  orphanId: string | undefined;
};

/** Reads the text as the keys that this shop makes. A text in another form names only itself. */
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

/**
 * Whether a text could be a key or a reference that was copied from the gateway. Those contain no
 * blank, and do not consist of letters only.
 */
export const looksLikeKey = (text: string): boolean => /^(?=\S*[\d:_-])\S{4,300}$/.test(text);
