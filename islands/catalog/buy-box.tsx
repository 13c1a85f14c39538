import { useStore } from "@nanostores/react";
import { type SubmitEvent, useEffect, useState } from "react";
import { notAvailable } from "../../server/catalog/rules/availability.ts";
import { cartAdditionPath } from "../../server/checkout/cart-paths.ts";
import { report } from "../analytics.ts";
import { addLine } from "../stores/cart.ts";
import { $shipTo } from "../stores/ship-to.ts";
import { usePendingAction } from "../ui/pending-action.ts";
import { SubmitButton } from "../ui/submit-button.tsx";
import type { BuyBoxProps, Choice } from "./buy-box.props.ts";
import { Choices } from "./choices.tsx";
import { followStage, showPicture } from "./gallery.ts";
import { useInView } from "./in-view.ts";
import { keepVariant } from "./kept-variant.ts";
import { productEvent } from "./product-event.ts";
import { Quantity } from "./quantity.tsx";
import { LargePrice } from "./shown-price.tsx";
import { reportView } from "./viewed.ts";

/** A form has its fields as properties. */
type Fields = { quantity: HTMLInputElement };

/**
 * Price, choice and quantity of a product page, and the sticky bar: price, stock, picture and
 * address follow the choice.
 */
export default function BuyBox({
  productId,
  name,
  category,
  price,
  option,
  choices,
  chosen,
  restrictedAreas,
  ...props
}: BuyBoxProps) {
  const [pickedChoice, make] = useState<Choice>();
  const [busy, attempt] = usePendingAction();
  const away = useInView("site-footer");
  const isRestricted = restrictedAreas.includes(useStore($shipTo, { ssr: "initial" }) ?? "");
  const unavailable = isRestricted ? notAvailable : props.unavailable;
  const choice = (pickedChoice ?? choices.find(({ id }) => id === chosen)) as Choice;
  const { most, stock } = choice;
  const reportEvent = (event: "view_item" | "add_to_cart", quantity: number) =>
    report(
      event,
      productEvent({ variantId: choice.id, name, variant: choice.name || undefined, category, price: choice.amount }, quantity),
    );

  // biome-ignore lint/correctness/useExhaustiveDependencies: reported once, for the initial choice
  useEffect(() => {
    reportEvent("view_item", 1);
    reportView(productId);
    followStage();
  }, []);

  const choose = (next: Choice) => {
    make(next);
    if (next.picture !== choice.picture) showPicture(next.picture);
    keepVariant(next.id);
  };
  const add = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const quantity = Number((event.currentTarget as unknown as Fields).quantity.value) || 1;
    void attempt(async () => {
      await addLine(choice.id, quantity);
      reportEvent("add_to_cart", quantity);
    });
  };
  const availability = (
    <p key={unavailable || stock} className="availability" data-most={most}>
      {unavailable || stock}
    </p>
  );
  const canBuy = most > 0 && !unavailable;
  const isButtonInView = useInView(canBuy ? "add" : "");
  // The bar's button is quiet beside the first one, so that a screen has one primary button.
  const renderButton = (kind: "primary" | "secondary") => (
    <SubmitButton busy={busy} kind={kind}>
      Add to cart
    </SubmitButton>
  );
  return (
    <form className="product__buy" id="buy" method="post" action={cartAdditionPath} noValidate onSubmit={add}>
      <LargePrice {...(pickedChoice?.price ?? price)} />
      <Choices
        option={option}
        shape={props.shape}
        choices={choices}
        chosen={choice.id}
        isUnavailable={Boolean(unavailable)}
        choose={choose}
      />
      {availability}
      {canBuy && (
        <div className="product__actions" id="add">
          <Quantity most={most} />
          {renderButton("primary")}
        </div>
      )}
      <div className="buy-bar" data-away={away}>
        <div className="buy-bar__about">
          <p className="buy-bar__name">{name}</p>
          <p className="buy-bar__choice">
            <span className="price" translate="no">
              {choice.price.now}
            </span>{" "}
            {choices[1] && <span translate="no">{choice.name}</span>}
          </p>
        </div>
        {canBuy ? renderButton(isButtonInView ? "secondary" : "primary") : availability}
      </div>
    </form>
  );
}

BuyBox.needsPage = true;
