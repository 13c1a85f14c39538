import { useStore } from "@nanostores/react";
import { type MouseEvent, type SubmitEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { report } from "../analytics.ts";
import { CallError } from "../call.ts";
import { addLine } from "../stores/cart.ts";
import { $choosing, type OptionChoice } from "../stores/choosing.ts";
import { toast } from "../stores/toasts.ts";
import { Notice } from "../ui/notice.tsx";
import { SubmitButton } from "../ui/submit-button.tsx";
import { fetchOptions, type Options } from "./fetch-options.ts";
import { productEvent } from "./product-event.ts";

type Props = { product: OptionChoice; options: Options };

const end = () => $choosing.set(undefined);

/** A dialog with the options of one product, opened by its card. */
export default function ChooseSheet() {
  const product = useStore($choosing, { ssr: "initial" });
  const [loaded, setLoaded] = useState<Props>();
  useEffect(() => {
    if (!product) return;
    fetchOptions(product.href)
      .then(
        (options) => setLoaded({ product, options }),
        () => {
          toast("error", "We couldn’t load the options. Please try again.");
          end();
        },
      )
      .finally(product.settled);
  }, [product]);
  return product && product === loaded?.product ? <Sheet {...loaded} /> : null;
}

function Sheet({ product, options: { price, choices, card } }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  useLayoutEffect(() => {
    place.current?.replaceChildren(price, choices);
    dialog.current?.showModal();
    choices.querySelector<HTMLElement>(":checked")?.focus();
  }, [price, choices]);

  const close = () => {
    dialog.current?.close();
    // Moves the focus at once: the drawer that opens next returns the focus to the element that has
    // it now.
    product.opener.focus();
  };
  const closed = () => {
    // The close event comes a frame later, when the next sheet may have been requested.
    if ($choosing.get() !== product) return;
    end();
    product.opener.focus();
  };
  const add = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const variantId = new FormData(event.currentTarget).get("variantId");
    const variant = card.variants.find(({ id }) => id === variantId);
    if (!variant) return;
    setBusy(true);
    try {
      await addLine(variant.id);
      const category = card.category.slug;
      report(
        "add_to_cart",
        productEvent({ variantId: variant.id, name: card.name, variant: variant.name, category, price: variant.price }, 1),
      );
      close();
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure;
      setError(failure.message);
      setBusy(false);
    }
  };
  const closeOutside = ({ target }: MouseEvent) => target === dialog.current && close();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press beside the sheet; Escape closes a dialog by itself
    <dialog className="dialog" ref={dialog} aria-labelledby="choose-title" onClose={closed} onClick={closeOutside}>
      <form className="product__buy" onSubmit={(event) => void add(event)}>
        <h2 id="choose-title">{product.name}</h2>
        <Notice kind="error" text={error} />
        <div className="stack" ref={place} />
        <SubmitButton busy={busy}>Add to cart</SubmitButton>
        <button className="button button--quiet" type="button" onClick={close}>
          Cancel
        </button>
      </form>
    </dialog>
  );
}
