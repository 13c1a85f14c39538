import Cookies from "js-cookie";
import { mountIsland } from "server-islands/testing";
import { expect, onTestFinished, test } from "vitest";
import { $shipTo, markRestricted } from "../../islands/stores/ship-to.ts";
import { schema } from "../../islands/ui/ship-to.props.ts";
import * as shipTo from "../../islands/ui/ship-to.tsx";
import { doing, islandHtml } from "../islands-shop/screen.ts";
import { states } from "./ship-to.states.ts";

const cards = `<ul>
  <li data-restricted="ID TX">a</li><li data-restricted="ON">b</li><li data-restricted="XTX T">c</li><li>d</li>
</ul>`;

/** The header's form as views/layouts/ship-to.hbs writes it, and four cards. */
async function open({ area, cookie }: { area?: string; cookie?: string } = {}) {
  onTestFinished(() => {
    Cookies.remove("shipTo");
    $shipTo.set(undefined);
  });
  if (cookie) Cookies.set("shipTo", cookie);
  const props = area ? { ...states.texas, area } : states.everywhere;
  const given = area ? `<option value="${area}" selected>Texas</option>` : "";
  const html = `<details open><summary>${islandHtml("ship-to", props)}</summary><form action="/storefront/"><select name="ship_to">
    ${given}<option value="">Not set</option><option value="ID">Idaho</option><option value="TX">Texas</option><option value="ON">Ontario</option>
    </select><button>Set</button></form></details>${cards}`;
  const mounted = mountIsland(html, { islands: { "ship-to": { ...shipTo, schema } }, ssr: true });
  const drawn = mounted.el.textContent;
  await mounted.ready;
  const host = mounted.el.closest("div:has(> details)") as HTMLElement;
  const select = host.querySelector("select") as HTMLSelectElement;
  const choose = async (value: string) => {
    select.value = value;
    const submit = new SubmitEvent("submit", { bubbles: true, cancelable: true });
    await doing(() => host.querySelector("form")?.dispatchEvent(submit));
    return submit;
  };
  const refused = () => [...host.querySelectorAll("[data-refused]")].map((card) => card.textContent);
  return { ...mounted, drawn, host, select, choose, refused, menu: host.querySelector("details") as HTMLDetailsElement };
}

test("nothing is marked while no state is known (requirement 142)", async () => {
  const page = await open();

  expect([page.drawn, page.el.textContent, page.select.value]).toEqual(["Ship to: Not set", "Ship to: Not set", ""]);
  expect(page.refused()).toEqual([]);
  expect($shipTo.get()).toBeUndefined();
});

test("the remembered state marks the cards that may not be sold there (requirement 142)", async () => {
  const page = await open({ cookie: "TX" });

  expect([page.el.textContent, page.select.value, $shipTo.get()]).toEqual(["Ship to: Texas", "TX", "TX"]);
  expect(page.refused()).toEqual(["a"]);
  expect(page.el.querySelector("[data-area]")?.getAttribute("data-area")).toBe("TX");
});

test("a choice is remembered for a year, marks in place, and gives the focus back", async () => {
  const page = await open();

  const submit = await page.choose("ON");

  expect(submit.defaultPrevented).toBe(true);
  expect([Cookies.get("shipTo"), page.el.textContent, page.refused()]).toEqual(["ON", "Ship to: Ontario", ["b"]]);
  expect(page.menu.open).toBe(false);
  expect(document.activeElement?.tagName).toBe("SUMMARY");

  await page.choose("ID");
  expect([Cookies.get("shipTo"), page.refused()]).toEqual(["ID", ["a"]]);
});

test("everywhere clears it", async () => {
  const page = await open({ cookie: "TX" });

  await page.choose("");

  expect([Cookies.get("shipTo"), $shipTo.get(), page.refused(), page.el.textContent]).toEqual([
    undefined,
    undefined,
    [],
    "Ship to: Not set",
  ]);
});

test("an address that names a state wins over what is remembered, and a choice goes to the address with the new one", async () => {
  const page = await open({ area: "TX", cookie: "ON" });
  expect([page.drawn, page.el.textContent, $shipTo.get()]).toEqual(["Ship to: Texas", "Ship to: Texas", "TX"]);

  const submit = await page.choose("ID");

  expect(submit.defaultPrevented).toBe(false);
  expect(Cookies.get("shipTo")).toBe("ID");
  expect((await page.choose("")).defaultPrevented).toBe(false);
  expect(Cookies.get("shipTo")).toBeUndefined();
});

test.each(["ZZ", "<script>", "tx", "undefined"])("a remembered %s is no state", async (cookie) => {
  const page = await open({ cookie });

  expect([page.select.value, $shipTo.get(), page.refused(), page.el.textContent]).toEqual([
    "",
    undefined,
    [],
    "Ship to: Not set",
  ]);
});

test("cards that come later are marked by whoever puts them there, and only there", async () => {
  const page = await open({ cookie: "TX" });
  const late = document.createElement("ul");
  late.innerHTML = cards;
  page.host.append(late);
  expect(page.refused()).toEqual(["a"]);

  markRestricted(late);

  expect(page.refused()).toEqual(["a", "a"]);
});
