import { networkOf, widerNetworkOf } from "./network.ts";

/** The most places that requests of one address and of one network may hold at once. */
export type Share = { address: number; network: number };
/** Gives a place back. */
type GiveBack = () => void;

/**
 * Counts places by the addresses that hold them. Returns undefined for an address whose share is
 * used up.
 */
export function openShares({ address: ofAddress, network: ofNetwork }: Share): (address: string) => GiveBack | undefined {
  const counts = new Map<string, number>();
  const count = (holder: string) => counts.get(holder) ?? 0;
  return (address) => {
    const one = `address ${networkOf(address)}`;
    const many = `network ${widerNetworkOf(address)}`;
    if (count(one) >= ofAddress || count(many) >= ofNetwork) return undefined;
    for (const holder of [one, many]) counts.set(holder, count(holder) + 1);
    return () => {
      for (const holder of [one, many]) {
        if (count(holder) > 1) counts.set(holder, count(holder) - 1);
        else counts.delete(holder);
      }
    };
  };
}
