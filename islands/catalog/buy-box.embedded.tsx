import { noLongerSoldText } from "../../server/catalog/rules/shortage.ts";
import { useOffers } from "../ui/embedded/use-offers.ts";
import type { EmbeddedBuyBoxProps } from "./buy-box.props.embedded.ts";
import type { BuyBoxProps } from "./buy-box.props.ts";
import BuyBox from "./buy-box.tsx";
import { buyBoxOf } from "./offered-choices.ts";

/** Price, choice and quantity of a product, for a page that gives only its id. */
export default function EmbeddedBuyBox(props: EmbeddedBuyBoxProps) {
  return props.choices ? <BuyBox {...(props as BuyBoxProps)} /> : <ById productId={props.productId} />;
}

function ById({ productId }: { productId: string }) {
  const offers = useOffers("productId", productId);
  // After an error the page's own HTML is shown again, which works without this island.
  if (offers instanceof Error) throw offers;
  const [first, ...others] = offers ?? [];
  if (first) return <BuyBox {...buyBoxOf([first, ...others])} />;
  return (
    <p className="availability" role="status">
      {offers ? <span key="none">{noLongerSoldText()}</span> : <span>Loading…</span>}
    </p>
  );
}
