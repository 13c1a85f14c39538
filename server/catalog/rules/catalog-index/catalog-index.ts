import { naturalKey } from "../natural-order.ts";
import type { SortOrder } from "../sort-options.ts";
import { addBit, type Bits, countBoth, deleteBit, emptyBits, grown, hasBit, intersectInto, unionInto } from "./bits.ts";
import { Ranking } from "./ranking.ts";
import { beforeBy, rankingOf, type SortValues, sortings } from "./sorting.ts";

/**
 * The values by which a published product is found and sorted. The price is the lowest of its
 * variants, in cents.
 */
export type IndexedProduct = SortValues & { categoryId: string; valueIds: readonly string[]; createdAt: number };

/** Cents; undefined sets no bound. */
type PriceRange = { min: number | undefined; max: number | undefined };

/** The conditions that limit a listing; a product has to meet all of them. */
export type Restriction = {
  ids?: readonly string[] | undefined;
  /** lists of value ids; a product needs one of each list */
  values?: readonly (readonly string[])[];
  price?: PriceRange;
  /** the earliest creation time of a product, in ms since 1970; undefined for any age */
  since?: number | undefined;
};

/** A listing's filters, as ids. A product needs one of the picked values of each attribute. */
export type ListingFilters = {
  categoryIds: readonly string[];
  /** attribute id → value ids */
  picks: ReadonlyMap<string, readonly string[]>;
  /** products that a search found; undefined when nothing is searched */
  found: readonly string[] | undefined;
  /** found products that come before all others, in any order */
  first?: readonly string[];
  price?: PriceRange;
  /** the limit of the filters and of all counts; undefined for all products */
  within?: Restriction | undefined;
};

type Part = { order: SortOrder; limit: number; offset: number };

/**
 * The result of a selection. The counts of an attribute's values ignore the picks of this
 * attribute; the counts of categories ignore picked categories.
 */
export type ListingResult = {
  total: number;
  ids: (part: Part) => string[];
  inCategory: (id: string) => number;
  withValue: (id: string, attributeId: string) => number;
};

type Facets = Map<string, Bits>;

const ofCategories = "";

/**
 * All published products. A product has one bit in the set of its category and of each of its
 * values, and a position in each ranking. So filters, counts and pages need only a few operations
 * on sets; a set of a hundred thousand products has 12 kB.
 */
export class CatalogIndex {
  #numbers = new Map<string, number>();
  #products: SortValues[] = [];
  /** creation times in ms since 1970, by product number */
  #created: number[] = [];
  #room = 1024;
  #all = emptyBits(this.#room);
  #categories: Facets = new Map();
  #values: Facets = new Map();
  /** the size of each set, counted once between two changes */
  #sizes = new WeakMap<Bits, number>();
  #rankings = {
    popularity: new Ranking(beforeBy("popularity", this.#products)),
    name: new Ranking(beforeBy("name", this.#products)),
    price: new Ranking(beforeBy("price", this.#products)),
  };

  /** Removes the products `ids`, and adds the products `published`. */
  change(ids: readonly string[], published: readonly IndexedProduct[]): void {
    this.#sizes = new WeakMap();
    this.#number(published);
    const before = new Map(ids.flatMap((id) => this.#takeOut(this.#numbers.get(id))));
    const after = new Map(published.map((stocked) => this.#putIn(stocked)));
    for (const by of sortings) {
      const moved = (n: number) => before.get(n)?.[by] !== after.get(n)?.[by];
      this.#rankings[by].change([...before.keys()].filter(moved), [...after.keys()].filter(moved));
    }
  }

  /** The products of a selection. Use the result before the index changes. */
  narrow({ categoryIds, picks, found, first = [], price, within }: ListingFilters): ListingResult {
    const all = within ? this.#meeting(within) : this.#all;
    const searched = found ? intersectInto(this.#setOf(found), all, emptyBits(this.#room)) : all;
    const base = price?.min || price?.max ? intersectInto(searched, this.#priced(price), emptyBits(this.#room)) : searched;
    const groups = new Map([...picks].map(([attributeId, ids]) => [attributeId, this.#eitherOf(this.#values, ids)]));
    if (categoryIds.length > 0) groups.set(ofCategories, this.#eitherOf(this.#categories, categoryIds));
    const matching = allOf(base, groups);
    const others = new Map<string, Bits>();
    const without = (group: string): Bits => {
      const rest = others.get(group) ?? allOf(base, groups, group);
      others.set(group, rest);
      return rest;
    };
    const countIn = (facets: Facets, id: string, group: string) => {
      const bits = facets.get(id);
      if (!bits) return 0;
      const rest = groups.has(group) ? without(group) : matching;
      return rest === this.#all ? this.#sizeOf(bits) : countBoth(bits, rest);
    };
    const total = countBoth(matching, matching);
    return {
      total,
      ids: ({ order, limit, offset }) => {
        const { by, backwards } = rankingOf[order];
        const heads = this.#numbersOf(first).filter((n) => hasBit(matching, n));
        const rest = heads.length > 0 ? matching.slice() : matching;
        for (const n of heads) deleteBit(rest, n);
        const page = heads.slice(offset, offset + limit);
        const part = { backwards, limit: limit - page.length, offset: Math.max(0, offset - heads.length) };
        if (part.limit > 0) page.push(...this.#rankings[by].page(rest, total - heads.length, part));
        return page.map((n) => this.#products[n]?.id ?? "");
      },
      inCategory: (id) => countIn(this.#categories, id, ofCategories),
      withValue: (id, attributeId) => countIn(this.#values, id, attributeId),
    };
  }

  #number(published: readonly IndexedProduct[]): void {
    for (const { id } of published) if (!this.#numbers.has(id)) this.#numbers.set(id, this.#numbers.size);
    if (this.#numbers.size <= this.#room) return;
    while (this.#room < this.#numbers.size) this.#room = Math.ceil(this.#room * 1.1);
    this.#all = grown(this.#all, this.#room);
    for (const facets of [this.#categories, this.#values])
      for (const [id, bits] of facets) facets.set(id, grown(bits, this.#room));
  }

  #takeOut(n: number | undefined): [n: number, was: SortValues][] {
    const was = n === undefined || !hasBit(this.#all, n) ? undefined : this.#products[n];
    if (n === undefined || !was) return [];
    deleteBit(this.#all, n);
    for (const facets of [this.#categories, this.#values]) for (const bits of facets.values()) deleteBit(bits, n);
    return [[n, was]];
  }

  #putIn({ id, name, price, popularity, categoryId, valueIds, createdAt }: IndexedProduct): [n: number, is: SortValues] {
    const n = this.#numbers.get(id) ?? 0;
    const is = { id, name: naturalKey(name), price, popularity };
    this.#products[n] = is;
    this.#created[n] = createdAt;
    addBit(this.#all, n);
    addBit(this.#facet(this.#categories, categoryId), n);
    for (const valueId of valueIds) addBit(this.#facet(this.#values, valueId), n);
    return [n, is];
  }

  #facet(facets: Facets, id: string): Bits {
    const bits = facets.get(id) ?? emptyBits(this.#room);
    facets.set(id, bits);
    return bits;
  }

  #sizeOf(bits: Bits): number {
    const size = this.#sizes.get(bits) ?? countBoth(bits, bits);
    this.#sizes.set(bits, size);
    return size;
  }

  #meeting({ ids, values = [], price, since }: Restriction): Bits {
    const sets = [
      ...(ids ? [this.#setOf(ids)] : []),
      ...values.map((valueIds) => this.#eitherOf(this.#values, valueIds)),
      ...(price?.min || price?.max ? [this.#priced(price)] : []),
      ...(since === undefined ? [] : [this.#createdSince(since)]),
    ];
    const meeting = this.#all.slice();
    for (const bits of sets) intersectInto(meeting, bits, meeting);
    return meeting;
  }

  #createdSince(since: number): Bits {
    const bits = emptyBits(this.#room);
    for (let n = 0; n < this.#created.length; n += 1) if ((this.#created[n] ?? 0) >= since) addBit(bits, n);
    return bits;
  }

  /** The set of products in a price range, which are adjacent in the price ranking. */
  #priced({ min = 0, max = Number.POSITIVE_INFINITY }: PriceRange): Bits {
    const bits = emptyBits(this.#room);
    const priceOf = (n: number) => this.#products[n]?.price ?? 0;
    for (const n of this.#rankings.price.between(
      (n) => priceOf(n) < min,
      (n) => priceOf(n) <= max,
    ))
      addBit(bits, n);
    return bits;
  }

  #setOf(ids: readonly string[]): Bits {
    const bits = emptyBits(this.#room);
    for (const n of this.#numbersOf(ids)) addBit(bits, n);
    return bits;
  }

  #numbersOf(ids: readonly string[]): number[] {
    return ids.flatMap((id) => this.#numbers.get(id) ?? []);
  }

  #eitherOf(facets: Facets, ids: readonly string[]): Bits {
    const sets = ids.flatMap((id) => facets.get(id) ?? []);
    const [only, ...more] = sets;
    if (only && more.length === 0) return only;
    const either = emptyBits(this.#room);
    for (const bits of sets) unionInto(bits, either);
    return either;
  }
}

/** The intersection of all sets, without the set of the group `except`. */
function allOf(base: Bits, chosen: ReadonlyMap<string, Bits>, except?: string): Bits {
  const sets = [...chosen].flatMap(([group, bits]) => (group === except ? [] : [bits]));
  if (sets.length === 0) return base;
  const all = base.slice();
  for (const bits of sets) intersectInto(all, bits, all);
  return all;
}
