/**
 * The sale rules of all states and provinces. `US-TX` has the ids of forbidden categories, `US-TX
 * not` the ids of forbidden products, and `US-TX also` the ids of products that are allowed
 * although their category is forbidden.
 */
export type StateFields = Record<string, string[]>;

/** The field of a place's forbidden products, and the field of its allowed products. */
export const notSoldField = (place: string): string => `${place} not`;
export const alsoSoldField = (place: string): string => `${place} also`;

/** The place of a field. */
export const placeOfField = (field: string): string => field.split(" ")[0] ?? "";

/** All fields of these places, empty. */
export const blankStateFields = (places: readonly string[]): StateFields =>
  Object.fromEntries(places.flatMap((place) => [place, notSoldField(place), alsoSoldField(place)].map((field) => [field, []])));
