import type { Offer } from "../../server/catalog/rules/offer.ts";
import { mostOf, stockText } from "../../server/catalog/rules/stock-text.ts";
import { price } from "../ui/price.ts";
import type { BuyBoxProps, Choice, PriceView } from "./buy-box.props.ts";

/** The props of a product's buy box, made from the offers of its variants. */
export function buyBoxOf(offers: readonly [Offer, ...Offer[]]): BuyBoxProps {
  const [first] = offers;
  const offer = offers.find(({ left }) => left > 0) ?? first;
  const amounts = offers.map(({ price }) => price);
  const lowest = Math.min(...amounts);
  const highest = Math.max(...amounts);
  const range = `${price({ amount: lowest })} - ${price({ amount: highest })}`;
  return {
    productId: first.productId,
    name: first.name,
    category: first.category,
    price: lowest < highest ? { now: range, save: 0 } : shownPrice(first),
    option: optionName(first),
    shape: lowest < highest ? "radio-card" : "chip",
    choices: offers.map((offer) => choiceOf(offer, offers)),
    chosen: offer.variantId,
    restrictedAreas: first.restrictedStates.map((state) => state.slice(3)),
    ...(offers.every(({ left }) => left === 0) && { unavailable: stockText(0) }),
  };
}

/** The name of the choice: `Size`, or `Colour and size`. */
function optionName({ options }: Offer): string {
  const [first, ...others] = Object.keys(options);
  return first === undefined ? "Choose" : [first, ...others.map((option) => option.toLowerCase())].join(" and ");
}

function choiceOf(offer: Offer, offers: readonly Offer[]): Choice {
  const values = Object.values(offer.options);
  const isGrouped = offers.every(({ options }) => Object.keys(options).length > 1);
  return {
    id: offer.variantId,
    name: offer.variant,
    ...(isGrouped && { group: values[0] }),
    short: isGrouped ? values.slice(1).join(" / ") : offer.variant,
    price: shownPrice(offer),
    amount: offer.price,
    stock: stockText(offer.left),
    most: mostOf(offer.left),
    picture: 0,
  };
}

const shownPrice = ({ price: amount, compareAt, discountPercent: save }: Offer): PriceView => ({
  now: price({ amount }),
  ...(save > 0 && compareAt !== null && { was: price({ amount: compareAt }) }),
  save,
});
