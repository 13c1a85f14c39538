import { addGift } from "../stores/cart-changes.ts";
import { useAttempt } from "../ui/attempt.ts";
import type { GiftChoice } from "../ui/cart-shape.ts";
import { HiddenFields } from "../ui/form-parts.tsx";
import { price } from "../ui/price.ts";
import { SubmitButton } from "../ui/submit-button.tsx";
import { type LineForm, only } from "./line-row.tsx";

/** How far it is to a gift, or which one it shall be. */
export function Gifts({ gifts, form }: { gifts: GiftChoice; form: LineForm }) {
  if (gifts.products.length === 0) return null;
  return (
    <section className="gifts" aria-labelledby="gifts-title">
      <h2 id="gifts-title">{gifts.eligible ? "Choose your gift" : "A gift is near"}</h2>
      {gifts.eligible || <p className="soft">Add goods for {price(gifts.remaining)} more and choose a gift.</p>}
      {gifts.eligible && (
        <ul className="lines">
          {gifts.products.map((gift) => (
            <Gift key={gift.id} gift={gift} form={form} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Gift({ gift, form }: { gift: GiftChoice["products"][number]; form: LineForm }) {
  const [busy, attempt] = useAttempt();
  const { id, name, thumbnail } = gift;
  return (
    <li className="line" data-ground="black">
      <div className="line__picture">
        <img src={thumbnail.url} alt={thumbnail.alt} width="80" height="80" loading="lazy" decoding="async" />
      </div>
      <h3 className="line__name">{name}</h3>
      <p className="line__amount">Free</p>
      <form
        className="line__actions"
        method="post"
        action="/storefront/checkout/line"
        onSubmit={only(() => attempt(() => addGift(id)))}
      >
        <HiddenFields checkoutId={form.checkoutId} giftProductId={id} _csrf={form.token} />
        <SubmitButton kind="secondary" busy={busy} aria-label={`Choose ${name}`}>
          Choose
        </SubmitButton>
      </form>
    </li>
  );
}
