import { expect, onTestFinished, test, vi } from "vitest";
import { schema } from "../../islands/catalog/recently-viewed.props.ts";
import * as recentlyViewed from "../../islands/catalog/recently-viewed.tsx";
import { $shipTo } from "../../islands/stores/ship-to.ts";
import { openScreen } from "../islands-shop/screen.ts";
import { states } from "./recently-viewed.states.ts";

const place = '<section class="recent"><ul id="recent"></ul></section>';

const cardsIn = (html: string) => html.split("<li").length - 1;

/** Opens the page of p-1 in a browser that has viewed `ids`; the shop answers `html`. */
async function open(ids: string | undefined, html = "", type = "text/html; charset=utf-8") {
  const requests: string[] = [];
  vi.stubGlobal("fetch", async (url: URL) => {
    requests.push(url.pathname + url.search);
    return Object.defineProperty(new Response(html, { headers: { "content-type": type } }), "url", { value: url.href });
  });
  localStorage.clear();
  if (ids !== undefined) localStorage.recentlyViewed = ids;
  onTestFinished(() => {
    vi.unstubAllGlobals();
    localStorage.clear();
    $shipTo.set(undefined);
  });
  const props = states["of a product"];
  const screen = await openScreen("recently-viewed", { ...recentlyViewed, schema }, props, { beside: place });
  await vi.waitFor(() => expect(screen.get("#recent").childElementCount).toBe(type.startsWith("text") ? cardsIn(html) : 0));
  return { requests, screen };
}

test("what was looked at before is shown, newest first, without the product of the page", async () => {
  const { requests, screen } = await open("p-1 p-3 p-2", "<li>Three</li><li>Two</li>");
  expect(requests).toEqual(["/storefront/api/cards?ship_to=TX&ids=p-3&ids=p-2"]);
  expect(screen.get("#recent").textContent).toBe("ThreeTwo");
});

test.each([undefined, "p-1"])("a browser that saw nothing else (%s) asks for nothing", async (ids) => {
  expect((await open(ids)).requests).toEqual([]);
});

test("what may not be sold where the shopper is, is marked (requirement 142)", async () => {
  $shipTo.set("ID");
  const { screen } = await open("p-2", '<li data-restricted="ID TX">Two</li><li data-restricted="OR">Four</li>');
  expect([...screen.get("#recent").children].map((card) => card.hasAttribute("data-refused"))).toEqual([true, false]);
});

test("an answer that is no card leaves the page as it is", async () => {
  const { screen } = await open("p-2", '{"error":"We couldn’t find that."}', "application/json");
  expect(screen.errors).toEqual([]);
});
