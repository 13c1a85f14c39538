import { type SubmitEvent, useLayoutEffect, useRef, useState } from "react";
import { report } from "../analytics.ts";
import { addLine } from "../stores/cart.ts";
import { useAttempt } from "../ui/attempt.ts";
import { SubmitButton } from "../ui/submit-button.tsx";
import type { BuyBoxProps, Choice } from "./buy-box.props.ts";
import { Choices } from "./choices.tsx";
import { goodsEvent } from "./goods-event.ts";
import { Quantity } from "./quantity.tsx";
import { LargePrice } from "./shown-price.tsx";
import { few, stockText } from "./stock-text.ts";

/** Price, choice and quantity of a product page: price, stock and picture follow the choice. */
export default function BuyBox({ name, category, price, option, choices, chosen, refusal }: BuyBoxProps) {
  const [made, make] = useState<Choice>();
  const [busy, attempt] = useAttempt();
  const choice = made ?? choices.find(({ id }) => id === chosen);
  const eventOf = (quantity: number) =>
    goodsEvent(
      { variantId: choice?.id ?? chosen, name, variant: choice?.name || undefined, category, price: choice?.amount ?? 0 },
      quantity,
    );

  const viewed = useRef(false);
  useLayoutEffect(() => {
    if (!viewed.current) report("view_item", eventOf(1));
    viewed.current = true;
  });

  const choose = (next: Choice) => {
    make(next);
    if (next.picture !== choice?.picture) showPicture(next.picture);
  };
  const add = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const quantity = Number(new FormData(event.currentTarget).get("quantity")) || 1;
    void attempt(async () => {
      await addLine(choice?.id ?? chosen, quantity);
      report("add_to_cart", eventOf(quantity));
    });
  };
  const left = choice?.left ?? 0;
  return (
    <form className="product__buy" method="post" action="/storefront/cart/add" noValidate onSubmit={add}>
      <LargePrice {...(made?.price ?? price)} />
      <Choices option={option} choices={choices} chosen={choice?.id ?? chosen} choose={choose} />
      <p className={left <= few ? "availability availability--low" : "availability"}>{refusal ?? stockText(left)}</p>
      {!refusal && left > 0 && (
        <div className="product__actions">
          <Quantity most={left <= few ? left : 99} />
          <SubmitButton busy={busy}>Add to cart</SubmitButton>
        </div>
      )}
    </form>
  );
}

/** The gallery is a list that scrolls by itself; the page stays where it is. */
function showPicture(id: string): void {
  const picture = document.getElementById(id);
  const stage = picture?.parentElement;
  if (picture && stage) stage.scrollLeft = picture.offsetLeft - stage.offsetLeft;
}
