import { describe, expect, test } from "vitest";
import { openPace } from "../../server/web/pace.ts";
import { openShares } from "../../server/web/shares.ts";

const usual = { bytes: 10_000, ticks: 10 };

/**
 * The tick in which a body of this size is cut off, if each tick brings so many bytes; undefined if
 * the body arrives completely.
 */
function cutAt(size: number, gained: (tick: number) => number): number | undefined {
  const isTooSlow = openPace(usual, 300);
  let received = 300;
  for (let tick = 1; ; tick++) {
    received += gained(tick);
    if (received >= 300 + size) return undefined;
    if (isTooSlow({ received, isFull: false })) return tick;
  }
}

describe("a body, looked at each second", () => {
  test.each([
    ["a form of 3 kB by a phone of 2 kB a second", 3000, () => 2000],
    ["a form of 3 kB by a line of 400 bytes a second", 3000, () => 400],
    ["a picture of 2 MB by that phone", 2_000_000, () => 2000],
    ["a picture by a phone that goes through a tunnel for 7 seconds", 2_000_000, (tick: number) => (tick % 14 < 7 ? 0 : 4000)],
  ])("comes whole as %s", (_what, size, gained) => {
    expect(cutAt(size, gained)).toBeUndefined();
  });

  test.each([
    ["a byte each 20 seconds", (tick: number) => (tick % 20 === 0 ? 1 : 0), 10],
    ["999 bytes a second", () => 999, 10],
    ["60 kB at once and nothing after it", (tick: number) => (tick === 1 ? 60_000 : 0), 11],
  ])("is cut off as it comes by %s", (_what, gained, tick) => {
    expect(cutAt(100_000, gained)).toBe(tick);
  });

  test("is not cut off for what the shop itself has not read yet", () => {
    const isTooSlow = openPace(usual, 0);
    for (let tick = 1; tick <= 100; tick++) expect(isTooSlow({ received: 65_536, isFull: true })).toBe(false);
    for (let tick = 1; tick < 10; tick++) expect(isTooSlow({ received: 65_536, isFull: false })).toBe(false);
    expect(isTooSlow({ received: 65_536, isFull: false })).toBe(true);
  });
});

describe("places by where they are held from", () => {
  test.each([
    ["an IPv4 address and its /24", "192.0.2.1", "::ffff:192.0.2.1", "192.0.2.77", "192.0.3.1"],
    ["the /64 of an IPv6 address and its /48", "2001:db8:1:1::1", "2001:db8:1:1:ffff::2", "2001:db8:1:2::1", "2001:db8:2:1::1"],
  ])("are %s's share, and nobody else's", (_what, one, sameOne, neighbour, other) => {
    const take = openShares({ address: 2, network: 3 });
    const [first] = [take(one), take(sameOne)];
    expect([take(one), take(sameOne)]).toEqual([undefined, undefined]);
    expect(take(neighbour)).toBeDefined();
    expect(take(neighbour)).toBeUndefined();
    expect([take(other), take(other), take(other)]).toEqual([expect.anything(), expect.anything(), undefined]);

    first?.();

    expect(take(neighbour)).toBeDefined();
    expect(take(one)).toBeUndefined();
  });
});
