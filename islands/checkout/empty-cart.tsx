import { collectionsPath } from "../../server/catalog/paths.ts";
import { Icon } from "../ui/icon.tsx";

export const EmptyCart = () => (
  <div className="empty">
    <Icon name="cart" />
    <h2>Your cart is empty</h2>
    <p>What you add stays here for a day.</p>
    <a className="button button--primary" href={collectionsPath}>
      Browse the shop
    </a>
  </div>
);
