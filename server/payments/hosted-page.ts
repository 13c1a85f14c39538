import { pageCancelPath, pageReturnPath } from "../checkout/paths.ts";
import type { Shop } from "../shop.ts";
import type { PaymentMeans } from "./gateways/gateway.ts";

/** How long stock is held for a shopper who pays on a page of the gateway, in ms. */
export const pageHold = 1_800_000;

/** Payment on a page of the gateway, which sends the browser back to the checkout. */
export const hostedMeans = ({ config, now }: Shop, { checkout_id: id }: { checkout_id: string }): PaymentMeans => ({
  hosted: {
    returnUrl: config.publicUrl + pageReturnPath(id),
    cancelUrl: config.publicUrl + pageCancelPath(id),
    until: now() + pageHold,
  },
});
