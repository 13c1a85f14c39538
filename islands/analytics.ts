/** One article in GA4's terms; prices are dollars. */
export type Item = {
  item_id: string;
  item_name: string;
  item_variant?: string | undefined;
  item_category?: string | undefined;
  price: number;
  quantity: number;
};

/** The shape that GA4's `view_item`, `add_to_cart`, `add_shipping_info` and `purchase` share. */
export type Ecommerce = { currency: "USD"; value: number; items: readonly Item[] };

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

/**
 * Pushes an event to `window.dataLayer`. The null before the event keeps a tag manager from merging
 * two events.
 */
export function report(event: string, ecommerce: Ecommerce): void {
  window.dataLayer ??= [];
  window.dataLayer.push({ ecommerce: null }, { event, ecommerce });
}
