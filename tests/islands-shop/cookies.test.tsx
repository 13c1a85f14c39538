import Cookies from "js-cookie";
import { expect, onTestFinished, test, vi } from "vitest";
import { readCookie, recordCookie, setCookie } from "../../islands/ui/cookies.ts";
import { prefixed } from "../../islands/ui/prefixed.ts";

test("a cookie is read by its whole name, and one that is not there is nothing", () => {
  onTestFinished(() => {
    for (const name of ["xcsrftoken", "csrftoken", "csrf", "empty"]) Cookies.remove(name);
  });
  for (const [name, value] of Object.entries({ xcsrftoken: "no", csrftoken: "a=b-c_d.", csrf: "short", empty: "" }))
    Cookies.set(name, value);

  expect(["csrftoken", "csrf", "empty", "token"].map(readCookie)).toEqual(["a=b-c_d.", "short", "", undefined]);
});

test("what is kept stays a year for every page of this site, and an empty value is forgotten", () => {
  const written = vi.spyOn(document, "cookie", "set");
  onTestFinished(() => written.mockRestore());

  setCookie("shipTo", "TX");
  setCookie("shipTo", "");

  const [kept = "", forgotten = ""] = written.mock.calls.flat();
  const [, end = ""] = /^shipTo=TX; path=\/; expires=([^;]+); sameSite=lax$/.exec(kept) ?? [];
  expect(Math.round((Date.parse(end) - Date.now()) / 86_400_000)).toBe(365);
  expect(forgotten).toMatch(/^shipTo=; path=\/; expires=/);
  expect(readCookie("shipTo")).toBeUndefined();
});

test("what an answer has set counts before the browser shows it, and no longer once it does", () => {
  onTestFinished(() => Cookies.remove("checkoutId"));
  Cookies.set("checkoutId", "old");

  recordCookie("checkoutId", "new");
  expect(readCookie("checkoutId")).toBe("new");
  Cookies.set("checkoutId", "new");
  expect(readCookie("checkoutId")).toBe("new");
  Cookies.remove("checkoutId");
  expect(readCookie("checkoutId")).toBeUndefined();
});

test("what a browser shows at once is gone when it is removed", () => {
  Cookies.set("checkoutId", "new");
  recordCookie("checkoutId", "new");

  Cookies.remove("checkoutId");

  expect(readCookie("checkoutId")).toBeUndefined();
});

test("names have the owner's prefix, and what another program stored under the same ones is neither read nor changed", () => {
  document.documentElement.dataset.cookiePrefix = "shop_";
  onTestFinished(() => {
    delete document.documentElement.dataset.cookiePrefix;
    for (const name of ["shipTo", "shop_shipTo"]) Cookies.remove(name);
  });
  Cookies.set("shipTo", "theirs");

  expect(readCookie("shipTo")).toBeUndefined();
  setCookie("shipTo", "TX");

  expect([readCookie("shipTo"), Cookies.get("shop_shipTo"), Cookies.get("shipTo")]).toEqual(["TX", "TX", "theirs"]);
  expect(prefixed("favorites")).toBe("shop_favorites");
});
