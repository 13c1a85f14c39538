import type { PriceView } from "./buy-box.props.ts";

/** A product page's price, in the markup of views/ui/price.hbs. */
export const LargePrice = ({ now, was, save }: PriceView) => (
  <p className="price price--large">
    <span className="price__now" translate="no">
      {now}
    </span>
    {was && (
      <s className="price__was">
        <span className="visually-hidden"> before </span>
        <span translate="no">{was}</span>
      </s>
    )}
    {save > 0 && <span key={save} className="price__save">{` save ${save}%`}</span>}
  </p>
);
