import { describe, expect, test } from "vitest";
import { bestOffer, type PromoOffer, promoNote } from "../../server/checkout/rules/best-promo.ts";
import type { Promo } from "../../server/checkout/rules/promo.ts";
import { refuse } from "../../server/outcome.ts";

const offer = (
  label: string,
  saving: number,
  { promo, ...more }: Partial<Omit<PromoOffer, "promo">> & { promo?: Partial<Promo> } = {},
) =>
  ({
    promo: { label, kind: "percent", automatic: true, methods: [], ...promo },
    refusal: undefined,
    isLostByMethod: false,
    saving,
    ...more,
  }) as unknown as PromoOffer;
const typed = (label: string, saving: number) => offer(label, saving, { promo: { automatic: false } });
const refusal = refuse("promo_refused", "No.");
const best = (offers: PromoOffer[], methodId?: string) => bestOffer(offers, methodId)?.promo.label;

describe("of several promos", () => {
  test("the one that saves most applies, and of equal ones the typed code, then the oldest", () => {
    expect(best([typed("CODE", 300), offer("Spring", 400), offer("Summer", 500)])).toBe("Summer");
    expect(best([typed("CODE", 500), offer("Spring", 500)])).toBe("CODE");
    expect(best([offer("Spring", 500), offer("Summer", 500)])).toBe("Spring");
    expect(best([offer("Spring", 900, { refusal }), offer("Summer", 500)])).toBe("Summer");
    expect(best([])).toBeUndefined();
  });

  test("one without a code that takes nothing off is not used up, but free shipping shows before a method is chosen", () => {
    const shipping = offer("Free", 0, { promo: { kind: "shipping" } });
    expect([best([shipping]), best([shipping], "standard"), best([offer("Spring", 0)])]).toEqual(["Free", undefined, undefined]);
    expect(best([typed("CODE", 0)], "standard")).toBe("CODE");
  });

  test("the shopper reads why a typed code does not apply, and what another shipping method would give", () => {
    const offers = [typed("CODE", 300), offer("Summer", 500)];
    expect(promoNote(offers, offers[1])).toBe("Summer saves you more than CODE, so it applies.");
    expect(promoNote([offers[0] as PromoOffer], offers[0])).toBeUndefined();
    const slow = offer("Slow", 400, {
      refusal,
      isLostByMethod: true,
      promo: { methods: [{ id: "s", name: "Standard shipping" }] },
    });
    expect(promoNote([offers[0] as PromoOffer, slow], offers[0])).toBe("Slow applies to Standard shipping only.");
    const equal = typed("CODE", 400);
    expect(promoNote([equal, slow], equal)).toBeUndefined();
    expect(promoNote([{ ...slow, isLostByMethod: false }], undefined)).toBeUndefined();
  });
});
