import { expect, test } from "vitest";
import { networkOf, plainAddress, widerNetworkOf } from "../../server/web/network.ts";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["203.0.113.7:4711", "203.0.113.7"],
  [" 203.0.113.7 ", "203.0.113.7"],
  ["2001:db8::1", "2001:db8::1"],
  ["[2001:db8::1]:443", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ['"[2001:db8::1%eth0]:443"', "2001:db8::1"],
  ["fe80::1%eth0", "fe80::1"],
  ["unknown", "unknown"],
  ["", ""],
])("%j is the address %j", (given, plain) => {
  expect(plainAddress(given)).toBe(plain);
});

test("an address counts as the same whatever port, brackets or zone a proxy adds", () => {
  for (const given of ["203.0.113.7", "203.0.113.7:1", "::ffff:203.0.113.7", "[::ffff:203.0.113.7]:9"])
    expect([networkOf(given), widerNetworkOf(given)]).toEqual(["203.0.113.7", "203.0.113.0/24"]);
  for (const given of ["2001:db8:1:2::9", "[2001:DB8:1:2:3::]:443", "2001:db8:1:2::9%7"])
    expect([networkOf(given), widerNetworkOf(given)]).toEqual(["2001:db8:1:2::/64", "2001:db8:1::/48"]);
});

test("neighbors are one wider network, and what is no address stands for itself", () => {
  expect(widerNetworkOf("203.0.113.250")).toBe(widerNetworkOf("203.0.113.7"));
  expect(widerNetworkOf("203.0.114.7")).not.toBe(widerNetworkOf("203.0.113.7"));
  expect(widerNetworkOf("2001:db8:1:ffff::1")).toBe(widerNetworkOf("2001:db8:1:2::1"));
  expect(widerNetworkOf("2001:db8:2::1")).not.toBe(widerNetworkOf("2001:db8:1::1"));
  expect(widerNetworkOf("unknown")).toBe("unknown");
});
