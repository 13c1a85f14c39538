import type { Outcome } from "../outcome.ts";
import type { Shop } from "../shop.ts";
import { declinesLeft, type Payer, type Room, roomsOf, tooManyAtOnce } from "./rate-limits.ts";
import { sleep } from "./times.ts";

type GateOptions = { address: string; customerId?: string | undefined; timeoutMs: number; lookEvery: number };

/**
 * Limits concurrent payments of a network, and of all networks together, to the number of declined
 * cards that they are still allowed, since each payment may be declined. Otherwise a hundred cards
 * sent together would all be tried before the first decline is counted. Further payments wait until
 * some are decided. Each process counts its own payments.
 */
export class AttemptGate {
  readonly #under = new Map<string, number>();

  async run<Value>(
    shop: Shop,
    { address, customerId, timeoutMs, lookEvery }: GateOptions,
    work: () => Promise<Outcome<Value>>,
  ): Promise<Outcome<Value>> {
    const payer = { checkoutId: "", address, customerId };
    const rooms = roomsOf(payer, shop.config.maxDeclinesPerHour);
    const until = performance.now() + timeoutMs;
    while (!(await this.#enter(shop, payer, rooms))) {
      if (performance.now() >= until) return tooManyAtOnce;
      await sleep(lookEvery);
    }
    try {
      return await work();
    } finally {
      this.#leave(rooms);
    }
  }

  /** Counts this payment before the query, so that concurrent callers include this payment. */
  async #enter({ db, config, now }: Shop, payer: Payer, rooms: readonly Room[]): Promise<boolean> {
    if (rooms.some(({ key, most }) => (this.#under.get(key) ?? 0) >= most)) return false;
    const positions = rooms.map(({ key }) => this.#add(key, 1));
    let entered = false;
    try {
      const counts = await declinesLeft(db, payer, config.maxDeclinesPerHour, now());
      // A limit that allows no more declined cards does not hold the payment back here. A later
      // step then asks for work, refuses the payment, or returns an existing order.
      entered = counts.every((count, at) => count <= 0 || (positions[at] ?? 0) <= count);
    } finally {
      if (!entered) this.#leave(rooms);
    }
    return entered;
  }

  #leave(rooms: readonly Room[]): void {
    for (const { key } of rooms) this.#add(key, -1);
  }

  #add(key: string, change: number): number {
    const count = (this.#under.get(key) ?? 0) + change;
    if (count > 0) this.#under.set(key, count);
    else this.#under.delete(key);
    return count;
  }
}
