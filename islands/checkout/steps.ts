export type Step = "contact" | "shipping" | "shipping_method" | "payment" | "confirmation";

/** Goes to a step of the checkout; the confirmation is found by its order's id. */
export const goTo = (step: Step, id: string): void => location.assign(`/storefront/checkout/${step}/${encodeURIComponent(id)}/`);
