import type { Request } from "express";
import { expect, test } from "vitest";
import { ClassQueue } from "../../server/web/class-queue.ts";
import { classOf, type RequestClass } from "../../server/web/request-class.ts";

function queueOf(...items: readonly string[]): ClassQueue<string> {
  const queue = new ClassQueue<string>();
  for (const item of items) queue.add(item.split(" ")[0] as RequestClass, item);
  return queue;
}

const some = (requestClass: RequestClass, count: number) => Array.from({ length: count }, (_, at) => `${requestClass} ${at}`);

test("of those that wait, three of four that begin are of the first class, and one of another; robots come last", () => {
  const queue = queueOf(...some("robot", 1), ...some("catalog", 2), ...some("account", 1), ...some("checkout", 6));

  const begun = Array.from({ length: 11 }, () => queue.next());

  expect(begun).toEqual([
    ...["checkout 0", "checkout 1", "checkout 2", "catalog 0"],
    ...["checkout 3", "checkout 4", "checkout 5", "catalog 1"],
    ...["account 0", "robot 0", undefined],
  ]);
});

test("the last of a class behind gives way, up to a quarter of the places", () => {
  const queue = queueOf(...some("catalog", 3), ...some("account", 1));
  expect(queue.giveWay("catalog")).toBeUndefined();
  expect(queue.giveWay("account")).toBe("catalog 2");
  queue.delete("catalog 2");
  queue.delete("catalog 1");
  queue.add("checkout", "checkout 0");
  queue.add("checkout", "checkout 1");
  expect(queue.giveWay("account")).toBeUndefined();
  queue.delete("account 0");
  queue.add("checkout", "checkout 2");
  expect(queue.giveWay("checkout")).toBeUndefined();
});

test("a flood of checkouts gives way to others while they have less than a quarter, and robots to everybody", () => {
  const flood = queueOf(...some("checkout", 4));
  expect([flood.giveWay("catalog"), flood.giveWay("robot"), flood.giveWay("checkout")]).toEqual([
    "checkout 3",
    undefined,
    undefined,
  ]);
  expect(queueOf(...some("checkout", 3), "robot 0").giveWay("catalog")).toBe("robot 0");
});

const known = { cookie: "a=b; visitor=0.x" };
test.each<[RequestClass, path: string, headers?: Record<string, string>]>([
  ["checkout", "/storefront/checkout/confirmation/0/", known],
  ["checkout", "/shop/storefront/checkout/payment/0/", known],
  ["checkout", "/storefront/api/checkout/totals", known],
  ["catalog", "/storefront/collections/", known],
  ["account", "/storefront/checkout/confirmation/0/"],
  ["account", "/storefront/checkout/line", known],
  ["account", "/storefront/cart/add"],
  ["account", "/storefront/dashboard/orders/0/", known],
  ["account", "/identity/signin/"],
  ["account", "/staff/orders/"],
  ["catalog", "/storefront/products/cart/"],
  ["catalog", "/storefront/api/search/suggestions"],
  ["robot", "/storefront/collections/", { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" }],
  ["robot", "/storefront/checkout/payment/0/", { ...known, "sec-purpose": "prefetch;prerender" }],
])("is of the class %s: %s %o", (requestClass, path, headers = {}) => {
  const get = (name: string) => (headers as Record<string, string>)[name];
  const app = { get: () => ({ visitor: "visitor" }) };
  const req = { method: "GET", path, headers, get, app } as unknown as Request;
  expect(classOf(req)).toBe(requestClass);
});
