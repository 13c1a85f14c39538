import { type RequestClass, requestClasses } from "./request-class.ts";

/**
 * Every fourth item is taken from a class behind the first waiting class, so that each class gets a
 * share.
 */
const oneOf = 4;
/** Robots have no share, since they try again later. */
const withoutShare = requestClasses.indexOf("robot");

/** Waiting items by class; the oldest of a class is the first. */
export class ClassQueue<Item> {
  #byClass = requestClasses.map(() => new Set<Item>());
  #taken = 0;

  get size(): number {
    return this.#byClass.reduce((sum, { size }) => sum + size, 0);
  }

  #itemsOf(requestClass: RequestClass): Set<Item> {
    return this.#byClass[requestClasses.indexOf(requestClass)] as Set<Item>;
  }

  add(requestClass: RequestClass, item: Item): void {
    this.#itemsOf(requestClass).add(item);
  }

  /** Removes an item; false if it does not wait. */
  delete(item: Item): boolean {
    return this.#byClass.some((items) => items.delete(item));
  }

  /** Takes out the next item. */
  next(): Item | undefined {
    const [first, ...others] = this.#byClass.filter(({ size }, at) => size > 0 && at !== withoutShare);
    const robots = this.#byClass[withoutShare] as Set<Item>;
    this.#taken += 1;
    const other = this.#taken % oneOf === 0 ? others[(this.#taken / oneOf) % others.length] : undefined;
    const items = other ?? first ?? robots;
    const [item] = items;
    items.delete(item as Item);
    return item;
  }

  /**
   * The waiting item that makes room for an item of this class in a full queue: the last robot;
   * otherwise the last item of the classes behind, if these have more than a quarter of all places;
   * otherwise the last item of the classes before, if these have more than three quarters.
   * Undefined if no item makes room.
   */
  giveWay(requestClass: RequestClass): Item | undefined {
    const at = requestClasses.indexOf(requestClass);
    if (at === withoutShare) return undefined;
    const share = Math.floor(this.size / oneOf);
    const before = this.#byClass.slice(0, at);
    const behind = this.#byClass.slice(at + 1, withoutShare);
    const count = (some: readonly Set<Item>[]) => some.reduce((sum, { size }) => sum + size, 0);
    const last = (some: readonly Set<Item>[]) => [...(some.findLast(({ size }) => size > 0) ?? [])].at(-1);
    const robot = last(this.#byClass.slice(withoutShare));
    if (robot || count(behind) > share) return robot ?? last(behind);
    return count(before) > this.size - share ? last(before) : undefined;
  }
}
