import { type RequestClass, requestClasses } from "./request-class.ts";

/** Of so many that begin, one is of another class than the first that waits: a share stays for them. */
const oneOf = 4;
/** They have no share: they come again. */
const withoutShare = requestClasses.indexOf("robot");

/** What waits, by class; within a class the oldest is the first. */
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

  /** False where it does not wait. */
  delete(item: Item): boolean {
    return this.#byClass.some((items) => items.delete(item));
  }

  /** Takes out whoever is next. */
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
   * Who has to give way to one of this class where no more may wait: the last robot; else the last that came of a
   * class behind it, while those have more than a quarter of all places; else the last of the classes before it,
   * while those have more than the rest. Undefined where nobody has to.
   */
  giveWay(requestClass: RequestClass): Item | undefined {
    const at = requestClasses.indexOf(requestClass);
    if (at === withoutShare) return undefined;
    const share = Math.floor(this.size / oneOf);
    const [before, behind] = [this.#byClass.slice(0, at), this.#byClass.slice(at + 1, withoutShare)];
    const count = (some: readonly Set<Item>[]) => some.reduce((sum, { size }) => sum + size, 0);
    const last = (some: readonly Set<Item>[]) => [...(some.findLast(({ size }) => size > 0) ?? [])].at(-1);
    const robot = last(this.#byClass.slice(withoutShare));
    if (robot || count(behind) > share) return robot ?? last(behind);
    return count(before) > this.size - share ? last(before) : undefined;
  }
}
