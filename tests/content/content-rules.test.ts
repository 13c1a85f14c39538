import { describe, expect, test } from "vitest";
import { readRedirectLines } from "../../server/content/redirect-lines.ts";
import { isOwnPath, linkFault } from "../../server/content/rules/link.ts";
import { readFooter, readHeader, writeFooter, writeHeader } from "../../server/content/rules/navigation.ts";
import { isShown, nextChange } from "../../server/content/rules/period.ts";
import { collapsedTarget, formerPaths, redirectPath } from "../../server/content/rules/redirect.ts";
import { noSettings, settingFaults } from "../../server/content/rules/shop-settings.ts";
import { accentFault, accentOf, contrast, themeCss } from "../../server/content/rules/theme.ts";
import { lineFault, textFault } from "../../server/text-faults.ts";

describe("colors", () => {
  test("contrast is that of WCAG", () => {
    expect(contrast("#000000", "#ffffff")).toBe(21);
    expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
    expect(contrast("#1f5c33", "#1f5c33")).toBe(1);
  });

  test("an accent that cannot be read on its grounds is refused, with what it reaches and what to choose", () => {
    expect(accentFault("#1f5c33", "light")).toBeUndefined();
    expect(accentFault("#8fd9a4", "dark")).toBeUndefined();
    expect(accentFault("#8fd9a4", "light")).toMatch(/links on the page reach 1\.\d:1, and need 4\.5:1. Choose a darker one/);
    expect(accentFault("#1f5c33", "dark")).toContain("Choose a lighter one");
    for (const poor of ["red", "#fff", "#1F5C33", "#1f5c3g", "#1f5c33;}", ""])
      expect(accentFault(poor, "light")).toContain("must be");
  });

  test("whatever accent is taken, what is written on it can be read", () => {
    let taken = 0;
    for (let step = 0; step < 4096; step++) {
      const leaf = `#${[step >> 8, (step >> 4) & 15, step & 15].map((part) => (part * 17).toString(16).padStart(2, "0")).join("")}`;
      for (const scheme of ["light", "dark"] as const) {
        if (accentFault(leaf, scheme)) continue;
        taken++;
        const { on, deep } = accentOf(leaf, scheme);
        expect(Math.min(contrast(on, leaf), contrast(on, deep))).toBeGreaterThanOrEqual(4.5);
      }
    }
    expect(taken).toBeGreaterThan(1000);
  });

  test("nothing set is no stylesheet, and one scheme leaves the other as it is", () => {
    expect(themeCss({ accentLight: "", accentDark: "", logo: "" })).toBe("");
    expect(themeCss({ accentLight: "#1f4fa3", accentDark: "", logo: "" })).toMatch(
      /^@media print,\(prefers-color-scheme:light\)\{:root/,
    );
    expect(themeCss({ accentLight: "", accentDark: "#8fb4ff", logo: "" })).toMatch(
      /^@media screen and \(prefers-color-scheme:dark\)/,
    );
    expect(themeCss({ accentLight: "}x{", accentDark: "", logo: "" })).toBe("");
  });
});

test("a link is a path of the shop or a secure address, and nothing that a browser takes for another", () => {
  for (const good of ["/storefront/seeds/", "/storefront/collections/?q=tin#top", "https://example.com/a?b=c"])
    expect([good, linkFault(good)]).toEqual([good, undefined]);
  for (const bad of [
    ...[
      "javascript:alert(1)",
      "JaVaScRiPt:alert(1)",
      " /x",
      "//evil.example/",
      "/\\evil.example/",
      "\\\\evil",
      "http://example.com/",
    ],
    ...[
      "data:text/html,x",
      "https://user:pass@example.com/",
      "https://localhost",
      "seeds",
      "",
      "/a b",
      "/a\u0000b",
      "/a\u202eb",
      "https:/x.y",
    ],
    `/${"x".repeat(600)}`,
  ])
    expect([bad, linkFault(bad) === undefined]).toEqual([bad, false]);
  expect(isOwnPath("/\t/evil.example")).toBe(false);
});

test("text has no characters that cannot be seen", () => {
  for (const bad of ["a\u0000", "a\u202eb", "a\u2066b", "a\u200fb", "a\nb", "\u001b[2J", "x".repeat(11)])
    expect([bad, lineFault(bad, 10) === undefined]).toEqual([bad, false]);
  expect([lineFault("Café 🌱", 10), textFault("a\nb\tc", 10), textFault("a\u0000", 10) === undefined]).toEqual([
    undefined,
    undefined,
    false,
  ]);
});

test("a navigation is read line by line, as it is written, and refused by its line", () => {
  const header = "Seeds | /storefront/seeds/\n\nOr | and | https://example.com/";
  const links = readHeader(header);
  expect(links).toEqual({
    ok: true,
    value: [
      { name: "Seeds", href: "/storefront/seeds/" },
      { name: "Or | and", href: "https://example.com/" },
    ],
  });
  expect(links.ok && readHeader(writeHeader(links.value))).toEqual(links);
  const columns = readFooter("Shop\nCart | /storefront/cart/\n\nPages\n* pages");
  expect(columns.ok && readFooter(writeFooter(columns.value))).toEqual(columns);
  expect(columns).toMatchObject({
    value: [
      { heading: "Shop", pages: false },
      { heading: "Pages", links: [], pages: true },
    ],
  });
  for (const [text, line] of [
    ["A | /ok/\nB", "line 2"],
    ["A | javascript:x", "line 1"],
    [" | /x/", "line 1"],
    [`${"n".repeat(61)} | /x/`, "line 1"],
  ] as const)
    expect(readHeader(text)).toMatchObject({ ok: false, error: expect.stringContaining(line) });
  expect(readFooter("A | /x/")).toMatchObject({ ok: false, error: expect.stringContaining("line 1") });
});

test("something is shown from its first moment on, and at its last no more", () => {
  const period = { startsAt: 10, endsAt: 20 };
  expect([9, 10, 19, 20].map((now) => isShown(period, now))).toEqual([false, true, true, false]);
  expect(isShown({ startsAt: null, endsAt: null }, 5)).toBe(true);
  expect([9, 10, 20].map((now) => nextChange([period, { startsAt: null, endsAt: 15 }], now))).toEqual([10, 15, undefined]);
});

test("a redirect leads forward, never back to where it begins", () => {
  const bad = [
    "/storefront/",
    "/storefront/?p=1",
    "/storefront/api/x",
    "/",
    "/staff/x/",
    "/STAFF/x",
    "/st%61ff/x",
    "/static/a.css",
  ];
  const alsoBad = [
    "/identity/signin/",
    "/robots.txt",
    "/media/x.webp",
    "/.well-known/x",
    "/a#b",
    "/a/../x/",
    "/a//x/",
    "//a.b/x",
  ];
  for (const each of [...bad, ...alsoBad, "/\\a.b/x", "https://a.b/", "old", "", "/a\u0000b", `/${"x".repeat(300)}`])
    expect([each, redirectPath(each).ok]).toEqual([each, false]);
  const to = (target: string, next?: string) => collapsedTarget({ path: "/storefront/a/", target }, next);
  expect(to("/storefront/b/", "/storefront/c/")).toEqual({ ok: true, value: "/storefront/c/" });
  expect([to("/storefront/a").ok, to("/storefront/b/", "/storefront/a/#x").ok]).toEqual([false, false]);
});

test.each([
  ["/storefront/old", "/storefront/old/", "/storefront/old/"],
  ["/products/Old-Name", "/PRODUCTS/old-name/", "/products/old-name/"],
  ["/produits/Été 2024/", "/produits/%C3%89T%C3%89%202024", "/produits/%C3%A9t%C3%A9%202024/"],
  ["/e\u0301te\u0301/", "/%c3%a9t%c3%a9/", "/%C3%A9t%C3%A9/"],
  ["/caf%E9.html", "/CAF%e9.HTML", "/caf%e9.html/"],
  ["/100%25-cotton", "/100%25-Cotton/", "/100%25-cotton/"],
  ["/a%2Fb", "/a%2fb/", "/a%2fb/"],
  ["/shop/?p=12", "/shop?p=12", "/shop/?p=12"],
  ["/shop?page=2&cat=Tea", "/shop/?cat=Tea&utm_source=mail&page=2", "/shop/?cat=Tea&page=2"],
  ["/?p=12", "/?p=12&fbclid=x", "/?p=12"],
])("the old address %j is known where %j is asked for", (typed, asked, stored) => {
  expect(redirectPath(typed)).toEqual({ ok: true, value: stored });
  expect(redirectPath(stored)).toEqual({ ok: true, value: stored });
  expect(formerPaths(asked).map(({ path }) => path)).toContain(stored);
});

test("an address is another where its path or a parameter is, and many parameters do not cost much", () => {
  const known = (asked: string) => formerPaths(asked).map(({ path }) => path);
  for (const asked of ["/shop/", "/shop/?p=1", "/shop/?P=12", "/shop/x/?p=12"]) expect(known(asked)).not.toContain("/shop/?p=12");
  expect(known("/a/b/")).not.toContain("/a%2fb/");
  expect(formerPaths("/")).toEqual([]);
  expect(formerPaths(`/shop/?${Array.from({ length: 300 }, (_, at) => `p${at}=1`).join("&")}`).length).toBeLessThan(40);
  expect(formerPaths("/shop/?p=12&q=%26x").map(({ rest }) => rest)).toEqual(["", "?q=%26x", "?p=12", "?p=12&q=%26x"]);
});

test("lines of a spreadsheet or of another shop's export become redirects, and a fault names its line", () => {
  const exported = 'Redirect from,Redirect to\r\n/products/old,/storefront/products/new/\r\n\r\n"/a, b";https://shop.example/x\n';
  expect(readRedirectLines(exported)).toEqual({
    ok: true,
    value: [
      { line: 2, redirect: { path: "/products/old/", target: "/storefront/products/new/" } },
      { line: 4, redirect: { path: "/a,%20b/", target: "https://shop.example/x" } },
    ],
  });
  expect(readRedirectLines("/a\t/b").ok).toBe(true);
  const faults = (text: string) => {
    const read = readRedirectLines(text);
    return read.ok ? [] : read.errors?.map(({ message }) => message);
  };
  expect(faults("/a,/b\n/staff/,/b\n/c\n/d,javascript:x")).toEqual([
    "Line 2: That address is the shop’s own, and leads nowhere else.",
    expect.stringMatching(/^Line 3: The new address must be a path/),
    expect.stringMatching(/^Line 4: The new address must be a path/),
  ]);
  expect(faults('"/a,/b')).toEqual([expect.stringContaining("quotation marks")]);
  expect(faults("Old,New")).toEqual(["Type an old and a new address."]);
  expect(faults("/a,/b\n".repeat(501))).toEqual(["Up to 500 lines go at once; these are 501."]);
});

test("settings that nobody could use are refused by their fields", () => {
  const fields = (settings: object) => settingFaults({ ...noSettings, ...settings }).map(({ field }) => field);
  expect(fields({})).toEqual([]);
  expect(fields({ storeName: "<script>alert(1)</script>", timeZone: "Europe/Berlin", contactEmail: "a@b.co" })).toEqual([]);
  expect(fields({ storeName: "x".repeat(61), timeZone: "+05:00", contactEmail: "a@b", contactPhone: "call me" })).toEqual([
    ...["storeName", "timeZone", "contactEmail", "contactPhone"],
  ]);
  expect(fields({ smallPrint: "a\u0000", accentLight: "#ffffff", accentDark: "#000000" })).toEqual([
    "smallPrint",
    "accentLight",
    "accentDark",
  ]);
});
