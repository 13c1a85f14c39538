/** Milliseconds since 1970-01-01 UTC. */
type Time = number;

/** A former address of a product. */
export type ProductRedirectTable = { slug: string; product_id: string; at: Time };

export type ProductTables = { product_redirect: ProductRedirectTable };
