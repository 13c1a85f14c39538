import { countPromos, listPromos, type PromoSearch } from "../checkout/promo-records.ts";
import { ok, type Refusal, refuse } from "../outcome.ts";
import { type BulkAction, wontOf } from "./bulk.ts";
import { changeOnce } from "./bulk-change.ts";
import { staffRulesPath } from "./paths.ts";
import { promoKind } from "./selling/kinds.ts";

/** Promos that are counted; beyond it a preview says “more than”. */
const mostCounted = 10_000;

type Words = { name: string; action: string; done: string; already: Refusal };

/** Turns promos on or off by their own switch; their days and limits stay. */
const switching = (active: boolean, { name, action, done, already }: Words): BulkAction<PromoSearch, string> => ({
  ...{ name, needs: promoKind.needs, path: staffRulesPath("promos"), undoes: promoKind.kind },
  preview: async (db, search) => {
    const will = await countPromos(db, { ...search, active: !active }, mostCounted + 1);
    const left = await countPromos(db, { ...search, active }, mostCounted + 1);
    return { will: Math.min(will, mostCounted), isCapped: will > mostCounted, wont: wontOf([[already, left]]) };
  },
  next: async (db, search, after, limit) => {
    const promos = await listPromos(db, search, { sort: "code", after }, limit);
    return promos.map(({ id, code }) => ({ id, position: code, name: code }));
  },
  act: (db, id, actor, now, { requestId }) =>
    changeOnce(db, promoKind, { id, actor, requestId, now }, action, (saved) =>
      saved.active === active ? already : ok({ active }),
    ),
  doneWords: (count) => (count === 1 ? `1 promo was turned ${done}.` : `${count} promos were turned ${done}.`),
});

export const startPromos = switching(true, {
  ...{ name: "start-promos", action: "turned on with others", done: "on" },
  already: refuse("invalid", "It is on already."),
});
export const stopPromos = switching(false, {
  ...{ name: "stop-promos", action: "turned off with others", done: "off" },
  already: refuse("invalid", "It is off already."),
});
