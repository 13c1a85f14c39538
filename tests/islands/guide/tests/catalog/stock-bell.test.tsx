import { act, islandHtml, mountIsland } from "server-islands/testing";
import { expect, test } from "vitest";
import { schema } from "../../islands/catalog/stock-bell.props.ts";
import * as bell from "../../islands/catalog/stock-bell.tsx";

test("a press sets the bell", async () => {
  const html = islandHtml("stock-bell", { variantId: "v-1", left: 0 });
  const { el, ready, errors } = mountIsland(html, { islands: { "stock-bell": { ...bell, schema } }, ssr: true });
  await ready;

  await act(() => el.querySelector("button")?.click());

  expect(el.querySelector("button")?.getAttribute("aria-pressed")).toBe("true");
  expect(errors).toEqual([]);
});
