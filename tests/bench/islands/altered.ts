import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "@playwright/test";
import type { Contender } from "./contender.ts";
import { openHeld, type Place, presses, replayMs, visit, whenAlive } from "./visit.ts";
import { buttonNames } from "./widgets.ts";

/** Changes of a page by others before its widgets' scripts have arrived. */
const alterations = [
  { translated: true, extended: false },
  { translated: false, extended: true },
  { translated: true, extended: true },
];
type Alteration = (typeof alterations)[number];

/** Shares of all presses: those that their button counted, and those that the other one did. */
export type Pressed = { kept: number; given: number };

/**
 * Alters a page: a translator changes the texts and wraps them in font elements, and an extension
 * inserts a button of its own into the widget.
 */
function alter({ translated, extended }: Alteration): void {
  const own = Object.assign(document.createElement("button"), { type: "button", textContent: "Save" });
  if (extended) document.querySelector("button")?.before(own);
  if (!translated) return;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts.filter(({ parentElement }) => parentElement?.localName !== "script")) {
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    text.replaceWith(outer);
    outer.append(inner);
    inner.append(text.data.toUpperCase());
  }
}

/** The sum of what the outputs of each button show. */
async function counts(page: Page): Promise<readonly number[]> {
  const texts = buttonNames.map((name) => page.locator(`output[name=${name}]`).allTextContents());
  return (await Promise.all(texts)).map((shown) => shown.reduce((sum, text) => sum + Number(text), 0));
}

async function press(page: Page, name: string): Promise<void> {
  const button = page.locator(`button[name=${name}]`);
  // The widget may have lost its button.
  for (let left = (await button.count()) > 0 ? presses : 0; left > 0; left--) await button.first().click({ noWaitAfter: true });
}

/** Presses one of the two buttons before the widget listens, and again after that. */
const pressAltered = (place: Place, contender: Contender, alteration: Alteration, name: string) =>
  visit(place, async (page) => {
    const alive = whenAlive(place, 5_000);
    const release = await openHeld(place, page, contender, "altered");
    await page.evaluate(alter, alteration);
    await press(page, name);
    release();
    await alive;
    await sleep(replayMs);
    const early = await counts(page);
    await press(page, name);
    await sleep(replayMs);
    const all = await counts(page);
    return [early, all.map((count, at) => count - (early[at] ?? 0))];
  });

/** Counts which early and later presses on altered pages count, and which go to another button. */
export async function alteredPages(place: Place, contender: Contender): Promise<{ early: Pressed; later: Pressed }> {
  const sums = [0, 1].map(() => ({ kept: 0, given: 0 }));
  for (const alteration of alterations)
    for (const [at, name] of buttonNames.entries()) {
      const found = await pressAltered(place, contender, alteration, name);
      for (const [when, shown] of found.entries()) {
        const sum = sums[when] as Pressed;
        sum.kept += shown[at] ?? 0;
        sum.given += shown[1 - at] ?? 0;
      }
    }
  const all = alterations.length * buttonNames.length * presses;
  const [early, later] = sums.map(({ kept, given }) => ({ kept: kept / all, given: given / all })) as [Pressed, Pressed];
  return { early, later };
}
