import type { BuyBoxProps } from "../../islands/catalog/buy-box.props.ts";

/** One of the options that a shopper can choose. */
export const choice = (id: string, more: object = {}) => ({
  id,
  name: id.toUpperCase(),
  price: { now: "$10.00", save: 0 },
  amount: 10,
  short: id.toUpperCase(),
  stock: "In stock",
  most: 99,
  picture: 0,
  ...more,
});
/** An option with low or no stock. */
export const few = (most: number) => ({ most, stock: most > 0 ? `Only ${most} left` : "out of stock" });
const choices = [
  choice("s"),
  choice("m", { price: { now: "$15.00", was: "$20.00", save: 25 }, amount: 15, ...few(3), picture: 1 }),
  choice("l", few(0)),
];
const tee = {
  productId: "p-1",
  restrictedAreas: [],
  name: "Tee",
  category: "apparel",
  price: { now: "$10.00 - $15.00", save: 0 },
  option: "Size",
  shape: "radio-card" as const,
};

export const states = {
  "in stock": { ...tee, choices, chosen: "s" },
  "the last three, reduced": { ...tee, choices, chosen: "m" },
  "sold out": { ...tee, choices, chosen: "l" },
} satisfies Record<string, BuyBoxProps>;

/** The pictures on the page that the box uses. */
export const beside = `<ul id="pictures"><li id="picture-1"></li><li id="picture-2"></li></ul>
  <div id="thumbs"><a href="#picture-1"><img alt=""></a><a href="#picture-2"><img alt=""></a></div><footer id="site-footer"></footer>`;
