import type { Outcome } from "../outcome.ts";
import type { Shop } from "../shop.ts";
import { networkOf } from "../web/network.ts";
import { declinesLeft, perAddress, tooManyAtOnce } from "./rate-limits.ts";
import { sleep } from "./times.ts";

type GateOptions = { address: string; timeoutMs: number; lookEvery: number };

/**
 * Allows one network as many concurrent payments as it may still have declined cards, since each
 * could be declined: otherwise a hundred cards sent at once would all be tried before the first
 * counts. Further ones wait until some are decided. Each process counts its own.
 */
export class AttemptGate {
  readonly #under = new Map<string, number>();

  async run<Value>(
    shop: Shop,
    { address, timeoutMs, lookEvery }: GateOptions,
    work: () => Promise<Outcome<Value>>,
  ): Promise<Outcome<Value>> {
    const network = networkOf(address);
    for (let waited = 0; !(await this.#enter(shop, network)); waited += lookEvery) {
      if (waited >= timeoutMs) return tooManyAtOnce;
      await sleep(lookEvery);
    }
    try {
      return await work();
    } finally {
      this.#add(network, -1);
    }
  }

  /** Counts itself before the query, so that concurrent callers count it too. */
  async #enter(shop: Shop, network: string): Promise<boolean> {
    if ((this.#under.get(network) ?? 0) >= perAddress) return false;
    const under = this.#add(network, 1);
    let entered = false;
    try {
      const left = await declinesLeft(shop.db, network, shop.now());
      // With none left the payment itself refuses, or returns an order that exists already.
      entered = left <= 0 || under <= left;
    } finally {
      if (!entered) this.#add(network, -1);
    }
    return entered;
  }

  #add(network: string, change: number): number {
    const under = (this.#under.get(network) ?? 0) + change;
    if (under > 0) this.#under.set(network, under);
    else this.#under.delete(network);
    return under;
  }
}
