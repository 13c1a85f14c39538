import type { Outcome } from "../outcome.ts";
import type { Shop } from "../shop.ts";
import { networkOf } from "../web/network.ts";
import { sleep } from "./times.ts";
import { declinesLeft, perAddress, tooManyAtOnce } from "./tries.ts";

type GateOptions = { address: string; timeoutMs: number; lookEvery: number };

/**
 * Lets as many payments of one address go on at once as it may still have cards declined, for each
 * of them could be: without this a hundred cards sent at once would all be tried before the first
 * of them counts. The others wait until some are decided. Each process counts its own.
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

  /** Goes in first and asks then, so that whoever comes meanwhile counts this one too. */
  async #enter(shop: Shop, network: string): Promise<boolean> {
    if ((this.#under.get(network) ?? 0) >= perAddress) return false;
    const under = this.#add(network, 1);
    let entered = false;
    try {
      const left = await declinesLeft(shop.db, network, shop.now());
      // With none left it is for the payment itself to say so, or to answer the order that there is
      // already.
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
