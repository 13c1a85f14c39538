import { useStore } from "@nanostores/react";
import { type SubmitEvent, useEffect } from "react";
import { favouriteFormPath } from "../../server/wishlist/paths.ts";
import { $wishlist, openWishlist, setFavourite } from "../stores/wishlist.ts";
import { Icon } from "../ui/icon.tsx";
import type { HeartIconProps } from "./heart-icon.props.ts";

/**
 * A heart, filled for a favourite, else outlined (requirement 173). The button becomes a toggle
 * once its state is known.
 */
export default function HeartIcon({ productId, name }: HeartIconProps) {
  const { ids, pressed } = useStore($wishlist, { ssr: "initial" });
  useEffect(openWishlist, []);
  const liked = pressed[productId] ?? ids?.includes(productId);
  const press = (event: SubmitEvent) => {
    event.preventDefault();
    setFavourite(productId, !liked);
  };
  return (
    <form method="post" action={favouriteFormPath} onSubmit={press}>
      <button
        type="submit"
        name="productId"
        value={productId}
        className="heart"
        aria-label={`Favorite ${name}`}
        aria-pressed={liked}
        aria-busy={productId in pressed || undefined}
      >
        <Icon name="heart" />
      </button>
    </form>
  );
}
