import { expect, test } from "vitest";
import { EncodedPage } from "../../server/web/encoded-page.ts";
import { PageStore } from "../../server/web/page-store.ts";
import type { PageVersion } from "../../server/web/page-version.ts";

const encoded = (text: string) => new EncodedPage(Buffer.from(`<p>${text}</p>`), [], "");

const newVersion = (): PageVersion => ({ at: 1, epoch: 0, subjects: [], results: [], until: 0, onAnything: false });

function openStore(limit = 1_000_000) {
  let current: PageVersion = newVersion();
  const store = new PageStore((version) => version === current, limit);
  const put = (key: string, text = key) => {
    const page = encoded(text);
    store.put(key, page, current, 0);
    return page;
  };
  const change = () => {
    current = newVersion();
  };
  return { store, put, change };
}

test("a page is found by the targets that led to it, also when it was made anew", () => {
  const { store, put, change } = openStore();
  const first = put("/seeds");
  store.addTarget("/storefront/seeds/?utm=1", "/seeds");
  expect(store.findByTarget("/storefront/seeds/?utm=1")).toBe(first);

  change();
  expect(store.findByTarget("/storefront/seeds/?utm=1")).toBeUndefined();
  const second = put("/seeds", "more seeds");
  expect(store.findByTarget("/storefront/seeds/?utm=1")).toBe(second);
});

test("made-up targets of one page displace its own alone", () => {
  const { store, put } = openStore();
  const home = put("/home");
  put("/seeds");
  store.addTarget("/storefront/", "/home");
  for (let at = 0; at < 50; at++) store.addTarget(`/storefront/seeds/?x=${at}`, "/seeds");

  expect(store.findByTarget("/storefront/")).toBe(home);
  const found = Array.from({ length: 50 }, (_, at) => store.findByTarget(`/storefront/seeds/?x=${at}`) !== undefined);
  expect(found.lastIndexOf(false)).toBe(39);
});

test("a target takes room, and leaves with its page", () => {
  const { store, put } = openStore(6000);
  put("/home");
  for (let at = 0; at < 10; at++) store.addTarget(`/storefront/?x=${at}`, "/home");
  const seeds = put("/seeds");

  expect(store.get("/home")).toBeUndefined();
  expect(store.findByTarget("/storefront/?x=9")).toBeUndefined();
  expect(store.get("/seeds")).toBe(seeds);
});
