import { allCategories } from "../../catalog/categories.ts";
import { productNames } from "../../catalog/references.ts";
import {
  alsoSoldField,
  blankStateFields,
  notSoldField,
  placeOfField,
  type StateFields,
} from "../../catalog/rules/state-fields.ts";
import { readStateFields, writeStateFields } from "../../catalog/state-records.ts";
import { countries } from "../../customers/rules/areas.ts";
import type { Db } from "../../db/tables.ts";
import { staffStatesPath } from "../paths.ts";
import type { RecordKind } from "../records/records.ts";
import type { RecordFields } from "../records/rules/record-changes.ts";

/** Every state and province that the shop knows, by ids such as `US-TX`. */
export const statePlaces = countries.flatMap(({ code, areas }) =>
  areas.map((area) => ({ place: `${code}-${area.code}`, country: code, name: area.name })),
);

/** The name of a place. */
export const stateName = (place: string): string => statePlaces.find((each) => each.place === place)?.name ?? place;

export const blankStates: StateFields = blankStateFields(statePlaces.map(({ place }) => place));

/** One record has the rules of all places, so that one undo restores a column or several cells. */
export const statesId = "all";

export const stateKind: RecordKind<StateFields> = {
  kind: "state rules",
  needs: "rules:write",
  name: () => "Where products are sold",
  path: () => staffStatesPath,
  labels: Object.fromEntries(
    statePlaces.flatMap(({ place, name }) => [
      [place, name],
      [notSoldField(place), `${name}, products not sold`],
      [alsoSoldField(place), `${name}, products sold all the same`],
    ]),
  ),
  read: (tx) => readStateFields(tx, blankStates),
  write: (tx, _id, fields, now) => writeStateFields(tx, fields, now),
};

type NamedStateKind = { names: ReadonlyMap<string, string>; kind: RecordKind<StateFields> };

/**
 * Finds the names of categories and products for the ids in these records. Returns the names, and
 * the kind with words that use these names.
 */
export async function namedStateKind(db: Db, records: readonly (RecordFields | undefined)[]): Promise<NamedStateKind> {
  const names = new Map((await allCategories(db)).map(({ id, name }) => [id, name]));
  const ids = records.flatMap((record) =>
    Object.entries(record ?? {}).flatMap(([field, value]) => (field === placeOfField(field) ? [] : textsIn(value))),
  );
  for (const [id, name] of await productNames(db, ids)) names.set(id, name);
  const words = (value: unknown) =>
    textsIn(value)
      .map((id) => names.get(id) ?? "something that is gone")
      .join(", ") || "nothing";
  return { names, kind: { ...stateKind, words: (_field, value) => words(value) } };
}

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === "string") : [];
