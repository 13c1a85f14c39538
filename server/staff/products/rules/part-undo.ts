import { type Outcome, ok, type Refusal, refuse } from "../../../outcome.ts";
import { isSame } from "../../records/rules/record-changes.ts";

/** A part of a field that is undone separately, such as a variant of a product. */
type Part = { id: string };
/** The present parts, and the parts before and after the change that is undone. */
export type PartSides<Each extends Part> = { saved: readonly Each[]; before: readonly Each[]; after: readonly Each[] };
/** The words for parts in a refusal; `reordered` is absent for parts whose order is not undone. */
export type PartWords<Each extends Part> = {
  /** `place` counts from 0 */
  name(part: Each, place: number): string;
  gone: string;
  back: string;
  reordered?: string;
};

const idsOf = (parts: readonly Part[]): string[] => parts.map(({ id }) => id);
const without = (ids: readonly string[], left: string): string[] => ids.filter((id) => id !== left);

/**
 * The part with its changed fields restored; undefined if a changed field has neither its value
 * from before the change nor its value from after it.
 */
function restored<Each extends Part>(saved: Each, before: Each, after: Each): Each | undefined {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof Each)[];
  const changed = names.filter((name) => !isSame(before[name], after[name]));
  if (changed.some((name) => !isSame(saved[name], after[name]) && !isSame(saved[name], before[name]))) return undefined;
  return { ...saved, ...Object.fromEntries(changed.map((name) => [name, before[name]])) };
}

type RefusalInput<Each extends Part> = { [Side in keyof PartSides<Each>]: Map<string, Each> } & {
  sides: PartSides<Each>;
  words: PartWords<Each>;
};

/**
 * Why a part cannot be restored; undefined if every changed field still has its value from before
 * or after the change.
 */
function refusalOf<Each extends Part>(id: string, input: RefusalInput<Each>): Refusal | undefined {
  const { sides, words } = input;
  const [saved, before, after] = [input.saved.get(id), input.before.get(id), input.after.get(id)];
  if (isSame(saved, after) || isSame(saved, before)) return undefined;
  if (saved && before && after && restored(saved, before, after)) return undefined;
  const [part, all] = before ? [before, sides.before] : [after, sides.after];
  const name = part ? words.name(part, all.indexOf(part)) : "";
  if (!saved) return refuse("changed", `${name} ${words.gone}`);
  if (!after) return refuse("changed", `${name} ${words.back}`);
  return refuse("changed", `${name} was changed again since. Undo the later change first, or edit it by hand.`);
}

/**
 * The parts with a change undone field by field; everything else keeps its present value. If a
 * changed part was changed again, refuses with `changed` and names the part.
 */
export function putBackParts<Each extends Part>(sides: PartSides<Each>, words: PartWords<Each>): Outcome<readonly Each[]> {
  const { saved, before, after } = sides;
  if (isSame(saved, after)) return ok(before);
  const byId = (parts: readonly Each[]) => new Map(parts.map((part) => [part.id, part]));
  const [now, was, is] = [byId(saved), byId(before), byId(after)];
  const changed = new Set([...was.keys(), ...is.keys()].filter((id) => !isSame(was.get(id), is.get(id))));
  for (const id of changed) {
    const refused = refusalOf(id, { saved: now, before: was, after: is, sides, words });
    if (refused) return refused;
  }
  const parts = saved.flatMap((part) => {
    if (!changed.has(part.id)) return part;
    const [former, left] = [was.get(part.id), is.get(part.id)];
    return former && left ? (restored(part, former, left) ?? former) : (former ?? []);
  });
  const ordered = words.reordered === undefined ? parts : orderBack({ saved: parts, before, after });
  if (!ordered) return refuse("changed", words.reordered ?? "");
  const missing = before.filter(({ id }) => changed.has(id) && !now.has(id));
  return ok(missing.reduce((parts, part) => insertAsIn(before, parts, part), ordered));
}

/**
 * Restores the order of the parts from before the change; undefined if the order was changed again.
 */
function orderBack<Each extends Part>({ saved, before, after }: PartSides<Each>): readonly Each[] | undefined {
  const sides = [saved, before, after].map(idsOf).map((ids) => new Set(ids));
  const common = (parts: readonly Each[]) => idsOf(parts).filter((id) => sides.every((ids) => ids.has(id)));
  const [now, was, is] = [common(saved), common(before), common(after)];
  if (isSame(was, is) || isSame(now, was)) return saved;
  if (isSame(now, is)) {
    const parts = new Map(saved.map((part) => [part.id, part]));
    let place = 0;
    return saved.map((part) => (now.includes(part.id) ? (parts.get(was[place++] ?? "") ?? part) : part));
  }
  const moved = was.find((id) => isSame(without(was, id), without(is, id)) && hasNeighbor(id, now, is));
  const part = saved.find(({ id }) => id === moved);
  return (
    part &&
    insertAsIn(
      before,
      saved.filter(({ id }) => id !== moved),
      part,
    )
  );
}

/** Whether a part has the same neighbor directly before or after it in both orders. */
const hasNeighbor = (id: string, one: readonly string[], other: readonly string[]): boolean =>
  [-1, 1].some((step) => one[one.indexOf(id) + step] === other[other.indexOf(id) + step]);

/**
 * Inserts a part at its place in `model`: after the nearest earlier part that is present, or else
 * before the nearest later part.
 */
export function insertAsIn<Each extends Part>(model: readonly Part[], parts: readonly Each[], part: Each): Each[] {
  const [ids, order] = [idsOf(parts), idsOf(model)];
  const place = order.indexOf(part.id);
  const earlier = order.slice(0, place).findLast((id) => ids.includes(id));
  if (earlier !== undefined) return parts.toSpliced(ids.indexOf(earlier) + 1, 0, part);
  const later = order.slice(place + 1).find((id) => ids.includes(id));
  return parts.toSpliced(later === undefined ? 0 : ids.indexOf(later), 0, part);
}
