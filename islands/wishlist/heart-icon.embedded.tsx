import { useOffers } from "../ui/embedded/use-offers.ts";
import type { EmbeddedHeartIconProps } from "./heart-icon.props.embedded.ts";
import HeartIcon from "./heart-icon.tsx";

/** The heart. If the page gives no name, the island fetches the product's name by its id. */
export default function EmbeddedHeartIcon({ productId, name }: EmbeddedHeartIconProps) {
  return name === undefined ? <ById productId={productId} /> : <HeartIcon productId={productId} name={name} />;
}

function ById({ productId }: { productId: string }) {
  const offers = useOffers("productId", productId);
  const name = Array.isArray(offers) ? offers[0]?.name : undefined;
  return <HeartIcon productId={productId} name={name ?? "this product"} />;
}
