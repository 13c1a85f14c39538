import { countPromos, listPromos, type PromoSearch } from "../../checkout/promo-records.ts";
import type { PromoFields } from "../../checkout/rules/promo-fields.ts";
import { ok, type Refusal, refuse } from "../../outcome.ts";
import { type BulkAction, wontOf } from "../lists/bulk.ts";
import { changeOnce } from "../lists/bulk-change.ts";
import { staffRulesPath } from "../paths.ts";
import { promoKind } from "./kinds.ts";

/** The most promos that are counted; a preview of more promos says “more than”. */
const mostCounted = 10_000;

/** The reason why “Turn off” skips a promo that has ended: it has no effect any more. */
const ended = refuse("invalid", "It has ended already.");

type Words = { name: string; action: string; done: string; already: Refusal };
type Saved = Pick<PromoFields, "active" | "endsAt">;

/** Turns promos on or off by their own switch; their days and limits stay unchanged. */
function switching(active: boolean, { name, action, done, already }: Words): BulkAction<PromoSearch, string> {
  const refusalOf = (saved: Saved, now: number): Refusal | undefined => {
    if (saved.active === active) return already;
    return !active && saved.endsAt !== null && now > saved.endsAt ? ended : undefined;
  };
  return {
    name,
    title: `Promos turned ${done}`,
    needs: promoKind.needs,
    path: staffRulesPath("promos"),
    undoes: promoKind.kind,
    preview: async (db, search) => {
      const count = (filter: Pick<PromoSearch, "active" | "ended">) => countPromos(db, { ...search, ...filter }, mostCounted + 1);
      const will = await count({ active: !active, ...(!active && { ended: false }) });
      const isOver = active ? 0 : await count({ active: true, ended: true });
      const wont = wontOf([
        [already, await count({ active })],
        [ended, isOver],
      ]);
      return { will: Math.min(will, mostCounted), isCapped: will > mostCounted, wont };
    },
    next: async (db, search, after, limit) => {
      const promos = await listPromos(db, search, { sort: "code", after }, limit);
      return promos.map(({ id, code }) => ({ id, position: code, name: code }));
    },
    act: (db, id, actor, now, { requestId }) =>
      changeOnce(db, promoKind, { id, actor, requestId, now }, action, (saved) => refusalOf(saved, now) ?? ok({ active })),
    doneWords: (count) => (count === 1 ? `1 promo was turned ${done}.` : `${count} promos were turned ${done}.`),
  };
}

export const startPromos = switching(true, {
  name: "start-promos",
  action: "turned on with others",
  done: "on",
  already: refuse("invalid", "It is on already."),
});
export const stopPromos = switching(false, {
  name: "stop-promos",
  action: "turned off with others",
  done: "off",
  already: refuse("invalid", "It is off already."),
});
