import { networkOf, widerNetworkOf } from "./network.ts";

/** How many places requests of one address, and of one network, hold at once. */
export type Share = { address: number; network: number };
/** Gives a place back. */
type GiveBack = () => void;

/**
 * Counts places by the addresses that hold them. Returns undefined for an address whose share is
 * used up.
 */
export function openShares({ address: ofAddress, network: ofNetwork }: Share): (address: string) => GiveBack | undefined {
  const held = new Map<string, number>();
  const count = (holder: string) => held.get(holder) ?? 0;
  return (address) => {
    const [one, many] = [`address ${networkOf(address)}`, `network ${widerNetworkOf(address)}`];
    if (count(one) >= ofAddress || count(many) >= ofNetwork) return undefined;
    for (const holder of [one, many]) held.set(holder, count(holder) + 1);
    return () => {
      for (const holder of [one, many]) {
        if (count(holder) > 1) held.set(holder, count(holder) - 1);
        else held.delete(holder);
      }
    };
  };
}
