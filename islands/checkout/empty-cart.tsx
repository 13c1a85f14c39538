import { collectionsPath } from "../../server/catalog/paths.ts";
import { stepPath } from "../../server/checkout/paths.ts";
import { Icon } from "../ui/icon.tsx";

/** `paying` is the id of a checkout with a payment under way: its lines cannot be changed. */
export const EmptyCart = ({ paying }: { paying: string | undefined }) => (
  <div key={paying} className="empty">
    <Icon name="cart" />
    <h2>{paying ? "We are waiting for your bank" : "Your cart is empty"}</h2>
    <p>{paying ? "Your payment is in progress." : "Items you add stay here for 24 hours."}</p>
    <a className="button button--primary" href={paying ? stepPath("payment", paying) : collectionsPath}>
      {paying ? "View your payment" : "Browse the shop"}
    </a>
  </div>
);
