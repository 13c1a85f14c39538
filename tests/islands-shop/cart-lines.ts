import type { CartLine, GiftChoice, Totals } from "../../islands/ui/cart-shape.ts";

const money = (amount: number) => ({ amount, currency: "USD" as const });

/** A line of seeds at $12.00 each. */
export const line = (id: string, quantity: number, more: Partial<CartLine> = {}): CartLine => ({
  id,
  variant: { id: `v-${id}`, name: "5 seeds" },
  product: { name: `Seeds ${id}`, slug: `seeds-${id}` },
  picture: { url: `/media/${id}.svg`, alt: `A packet ${id}` },
  backdropColour: "black",
  quantity,
  gift: false,
  left: 99,
  amount: 12 * quantity,
  unitPrice: { gross: { amount: 12 } },
  ...more,
});

export const cart = (lines: CartLine[], more: object = {}) => ({ data: { id: "c1", state: "open", lines, ...more } });

export const totalsOf = (lines: CartLine[]): Totals => {
  const sum = money(lines.reduce((all, { amount }) => all + amount, 0));
  return { subtotal: sum, discount: money(0), shipping: money(0), tax: money(0), total: sum, quote: "q1" };
};

export const noGifts: GiftChoice = { eligible: false, threshold: money(75), remaining: money(75), products: [] };
export const gifts: GiftChoice = {
  eligible: true,
  threshold: money(75),
  remaining: money(0),
  products: [
    {
      id: "g1",
      name: "Grinder card",
      slug: "grinder-card",
      backdropColour: "black",
      thumbnail: { url: "/media/g1.svg", alt: "A grinder" },
    },
    {
      id: "g2",
      name: "Leaf socks",
      slug: "leaf-socks",
      backdropColour: "white",
      thumbnail: { url: "/media/g2.svg", alt: "Socks" },
    },
  ],
};
