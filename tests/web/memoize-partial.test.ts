import handlebars from "handlebars";
import { expect, test } from "vitest";
import type { Islands, PageIslands } from "../../server/web/islands.ts";
import { memoizePartial } from "../../server/web/memoize-partial.ts";

const openPage = (): PageIslands => ({ names: new Set(), onLoad: new Set(), keys: 0 });

/** Cards with an island. The island gets its own id if the card's `keyed` is true. */
function cards() {
  const hbs = handlebars.create();
  let drawn = 0;
  hbs.registerHelper("heart", (keyed: boolean, { data }: { data: { islands: PageIslands } }) => {
    drawn += 1;
    data.islands.names.add("heart-icon");
    data.islands.onLoad.add("heart-icon");
    return keyed ? data.islands.keys++ : "";
  });
  hbs.registerPartial("card", memoizePartial(hbs.compile("<li>{{name}}{{heart keyed}}</li>"), { openPage } as Islands));
  const page = hbs.compile("{{#each cards}}{{> card}}{{/each}}");
  const draw = (...cards: object[]) => {
    const islands = openPage();
    return { html: page({ cards }, { data: { islands } }), islands };
  };
  return { draw, drawn: () => drawn };
}

test("the same card is drawn once for all pages, and each page knows the islands it holds", () => {
  const { draw, drawn } = cards();
  const salt = { name: "Salt" };
  const pages = [draw(salt), draw(salt), draw({ name: "Salt" })];

  expect(pages.map(({ html }) => html)).toEqual(Array(3).fill("<li>Salt</li>"));
  expect(pages.map(({ islands }) => [...islands.names, ...islands.onLoad])).toEqual(Array(3).fill(["heart-icon", "heart-icon"]));
  expect(drawn()).toBe(1);
});

test("a card that shows anything else is another card", () => {
  const { draw } = cards();
  expect(draw({ name: "Salt" }, { name: "<Salt>" }).html).toBe("<li>Salt</li><li>&lt;Salt&gt;</li>");
  expect(draw({ name: "<Salt>" }, { name: "Salt" }).html).toBe("<li>&lt;Salt&gt;</li><li>Salt</li>");
});

test("cards with ids of their own get the ids of their page", () => {
  const { draw } = cards();
  const product = { name: "Salt", keyed: true };
  for (const { html, islands } of [draw(product, { ...product }, product), draw(product, product, product)]) {
    expect(html).toBe("<li>Salt0</li><li>Salt1</li><li>Salt2</li>");
    expect([islands.keys, [...islands.names]]).toEqual([3, ["heart-icon"]]);
  }
});

test("a card with its visitor's token is drawn for its page alone", () => {
  const { draw, drawn } = cards();
  const product = { name: "Salt", kept: { token: "a secret" } };
  for (const _ of [1, 2]) expect([...draw(product).islands.names]).toEqual(["heart-icon"]);
  expect(drawn()).toBe(2);
});

test("a card is drawn once for all states, and each page's own stands in it, escaped", () => {
  const hbs = handlebars.create();
  let drawn = 0;
  hbs.registerHelper("count", () => {
    drawn += 1;
  });
  const card = '<a href="{{href}}{{#if @root.shipTo}}?to={{@root.shipTo.area}}{{/if}}">{{count}}</a>';
  hbs.registerPartial("card", memoizePartial(hbs.compile(card), { openPage } as Islands));
  const page = hbs.compile("{{> card card}}");
  const product = { href: "/salt/" };
  const draw = (shipTo?: { area: string }) => page({ card: product, shipTo }, { data: { islands: openPage() } });

  expect(draw({ area: "TX" })).toBe('<a href="/salt/?to=TX"></a>');
  expect(draw({ area: '"><b>' })).toBe('<a href="/salt/?to=&quot;&gt;&lt;b&gt;"></a>');
  expect(drawn).toBe(1);
  for (const _ of [1, 2]) expect(draw()).toBe('<a href="/salt/"></a>');
  expect(drawn).toBe(2);
});
