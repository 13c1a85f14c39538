import { describe, expect, test } from "vitest";
import { isPublicAddress } from "../../server/media/public-address.ts";

describe("addresses that a picture may come from", () => {
  test.each(["8.8.8.8", "1.1.1.1", "172.15.0.1", "172.32.0.1", "100.63.255.255", "2606:4700:4700::1111", "2001:4860:4860::8888"])(
    "%s is public",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  test.each([
    ["this machine", ["127.0.0.1", "127.9.9.9", "0.0.0.0", "::1", "::"]],
    ["a private network", ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "fc00::1", "fd12:3456::1"]],
    ["the link, where clouds tell their secrets", ["169.254.169.254", "fe80::1", "fe80::1%eth0", "fec0::1"]],
    ["a carrier's shared space", ["100.64.0.1", "100.127.255.255"]],
    [
      "multicast, broadcast, reserved or documentation",
      [
        "224.0.0.1",
        "255.255.255.255",
        "240.0.0.1",
        "192.0.2.1",
        "198.18.0.1",
        "192.0.0.8",
        "198.51.100.1",
        "203.0.113.1",
        "ff02::1",
        "2001:db8::1",
        "3fff::1",
        "100::1",
        "4000::1",
        "5f00::1",
      ],
    ],
    [
      "IPv4 wrapped in IPv6",
      [
        "::ffff:10.0.0.1",
        "::ffff:8.8.8.8",
        "::127.0.0.1",
        "::ffff:0:10.0.0.1",
        "64:ff9b::a00:1",
        "64:ff9b:1::a00:1",
        "2002:7f00:1::",
        "2001:0:7f00:1::1",
      ],
    ],
    [
      "a special use that the internet does not lead to",
      ["2001:2::1", "2001:10::1", "2001:20::1", "192.88.99.1", "192.31.196.1", "192.52.193.1", "192.175.48.1", "2620:4f:8000::1"],
    ],
    ["no address", ["", "localhost", "8.8.8.8.8", "127.1:80"]],
  ])("%s is not", (_what, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });
});
