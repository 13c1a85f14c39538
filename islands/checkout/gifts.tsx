import { linePath } from "../../server/checkout/cart-paths.ts";
import { giftGapText } from "../../server/checkout/rules/gift.ts";
import { addGift } from "../stores/cart-changes.ts";
import type { CartLine, GiftChoice } from "../ui/cart-shape.ts";
import { HiddenFields } from "../ui/hidden-fields.tsx";
import { usePendingAction } from "../ui/pending-action.ts";
import { price } from "../ui/price.ts";
import { SubmitButton } from "../ui/submit-button.tsx";
import { type LineForm, only } from "./line-row.tsx";

type Props = { gifts: GiftChoice | undefined; lines: readonly CartLine[]; form: LineForm };

/** Shows the amount that is missing for a gift, or the gifts to choose from. */
export function Gifts({ gifts, lines, form }: Props) {
  const giftLine = lines.find(({ gift }) => gift);
  const others = gifts?.products.filter(({ slug }) => slug !== giftLine?.product.slug);
  if (!gifts || !others?.length) return null;
  return (
    <section className="gifts" aria-labelledby="gifts-title">
      <h2 key={titleOf(gifts, giftLine)} id="gifts-title">
        {titleOf(gifts, giftLine)}
      </h2>
      {gifts.eligible ? (
        <ul className="lines">
          {others.map((gift) => (
            <Gift key={gift.id} gift={gift} form={form} />
          ))}
        </ul>
      ) : (
        <p key={gifts.remaining.amount} className="soft">
          {giftGapText(price(gifts.remaining))}
        </p>
      )}
    </section>
  );
}

function titleOf({ eligible }: GiftChoice, chosen: CartLine | undefined): string {
  if (!eligible) return "You’re close to a free gift";
  return chosen ? "Or choose another gift" : "Choose your gift";
}

function Gift({ gift, form }: { gift: GiftChoice["products"][number]; form: LineForm }) {
  const [busy, attempt] = usePendingAction();
  const { id, name, thumbnail, backdropColour } = gift;
  return (
    <li className="line" data-backdrop={backdropColour ?? "black"}>
      <div className="line__picture">
        <img src={thumbnail.url} alt={thumbnail.alt} width="80" height="80" loading="lazy" decoding="async" />
      </div>
      <p className="line__name">{name}</p>
      <p className="line__amount">Free</p>
      <form className="line__actions" method="post" action={linePath} onSubmit={only(() => attempt(() => addGift(id)))}>
        <HiddenFields checkoutId={form.checkoutId} giftProductId={id} _csrf={form.token} />
        <SubmitButton kind="secondary" busy={busy} aria-label={`Choose ${name}`}>
          Choose
        </SubmitButton>
      </form>
    </li>
  );
}
