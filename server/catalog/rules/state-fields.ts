/**
 * What may not be sold where, of all states and provinces: by `US-TX` the ids of categories, by
 * `US-TX not` those of products, by `US-TX also` those of products that may, whatever their category.
 */
export type StateFields = Record<string, string[]>;

/** The field of a place's products that may not be sold there, and of those that may. */
export const notSoldField = (place: string): string => `${place} not`;
export const alsoSoldField = (place: string): string => `${place} also`;

/** The place that a field is of. */
export const placeOfField = (field: string): string => field.split(" ")[0] ?? "";

/** All fields of these places, each empty. */
export const blankStateFields = (places: readonly string[]): StateFields =>
  Object.fromEntries(places.flatMap((place) => [place, notSoldField(place), alsoSoldField(place)].map((field) => [field, []])));
