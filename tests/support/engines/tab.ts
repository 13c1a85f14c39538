import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect } from "@playwright/test";
import type { Cookie, Driver } from "./driver.ts";
import type { EngineName } from "./find.ts";
import { atRest, type ElementQuery, find, placeToPress } from "./in-page.ts";

/** A CSS selector, or a selector with the visible name of the element: a label or a text. */
export type Target = string | readonly [selector: string, name: string | RegExp];

type PageFunction<Values extends unknown[], Answer> = (...values: Values) => Answer | Promise<Answer>;

/**
 * A person's actions in a tab, and their results, in each engine. An action that needs a ready page
 * waits for it.
 */
export type Tab = {
  engine: EngineName;
  open(path: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /** Waits until the page of this address has been loaded. */
  arrive(address: RegExp): Promise<void>;
  /** Waits until an element is there and visible. */
  see(target: Target): Promise<void>;
  /** Waits until no matching element is visible. */
  miss(target: Target): Promise<void>;
  click(target: Target): Promise<void>;
  /** Presses a place of the viewport, in CSS pixels. */
  clickAt(x: number, y: number): Promise<void>;
  /** Presses the mouse button on an element and holds it, until `mouseUp`. */
  mouseDown(target: Target): Promise<void>;
  mouseUp(): Promise<void>;
  hover(target: Target): Promise<void>;
  focus(target: Target): Promise<void>;
  hasFocus(target: Target): Promise<boolean>;
  /** Replaces a field's content by typing. */
  fill(target: Target, text: string): Promise<void>;
  /** Types into the focused element. */
  type(text: string): Promise<void>;
  /** A key, with others held: `press("Shift", "Tab")`. */
  press(...keys: string[]): Promise<void>;
  /** Presses Tab until the focused element matches the selector; fails after 80 stops. */
  tabTo(selector: string): Promise<void>;
  choose(target: Target, option: string): Promise<void>;
  setFile(selector: string, path: string): Promise<void>;
  /** Texts of the visible elements. */
  texts(selector: string): Promise<string[]>;
  count(target: Target): Promise<number>;
  valueOf(target: Target): Promise<string>;
  attribute(target: Target, name: string): Promise<string | null>;
  /** Runs a function in the page. Its arguments and answer must be JSON values. */
  run<Values extends unknown[], Answer>(work: PageFunction<Values, Answer>, ...values: Values): Promise<Answer>;
  address(): Promise<string>;
  resize(width: number, height: number): Promise<void>;
  cookies(): Promise<Cookie[]>;
  setCookie(cookie: Cookie): Promise<void>;
  /** Saves a picture of the viewport at rest in `test-results/pictures`. */
  picture(name: string): Promise<void>;
  openTab(): Promise<Tab>;
};

/** Only an action that hangs takes so long. */
const timeout = 60_000;

const elementQuery = (target: Target): ElementQuery => {
  if (typeof target === "string") return { selector: target };
  const [selector, name] = target;
  return typeof name === "string" ? { selector, name } : { selector, pattern: name.source };
};
const show = (target: Target) => (typeof target === "string" ? target : target.join(" "));
/** Calls `work` with the elements that match a target, in place of the target. */
const onFound = (work: (...values: never[]) => unknown) => `(wanted, ...rest) => (${work})((${find})(wanted), ...rest)`;

export function openTab(driver: Driver, engine: EngineName, url: string, pictures: string): Tab {
  /** If a page changes during a question, the question is asked again on the next page. */
  async function ask<Answer>(source: string, ...values: unknown[]): Promise<Answer> {
    for (let tries = 0; ; tries++) {
      try {
        return (await driver.run(source, values)) as Answer;
      } catch (error) {
        if (tries === 20 || !isGone(error)) throw error;
        await setTimeout(100);
      }
    }
  }
  const askFound = <Answer>(target: Target, work: (...values: never[]) => Answer | Promise<Answer>, ...values: unknown[]) =>
    ask<Answer>(onFound(work), elementQuery(target), ...values);
  const count = (target: Target) => askFound(target, (elements: HTMLElement[]) => elements.length);
  const waitFor = async (target: Target) =>
    await expect.poll(() => count(target), { message: `${show(target)} is visible`, timeout }).toBeGreaterThan(0);

  async function place(target: Target): Promise<{ x: number; y: number }> {
    const until = Date.now() + timeout;
    for (;;) {
      const position = await askFound(target, placeToPress);
      if (typeof position !== "string") return position;
      if (Date.now() > until) throw new Error(`${show(target)} cannot be pressed: ${position}`);
      await setTimeout(50);
    }
  }

  const tab: Tab = {
    engine,
    open: (path) => driver.goTo(new URL(path, url).href),
    reload: () => driver.reload(),
    back: () => driver.back(),
    arrive: async (address) => {
      const loaded = () => ask<string>("() => document.readyState === 'complete' ? location.href : 'loading'");
      await expect.poll(loaded, { message: `the page of ${address}`, timeout }).toMatch(address);
    },
    see: waitFor,
    miss: async (target) => await expect.poll(() => count(target), { message: `${show(target)} is gone`, timeout }).toBe(0),
    click: async (target) => {
      const { x, y } = await place(target);
      await driver.click(x, y);
    },
    clickAt: (x, y) => driver.click(x, y),
    mouseDown: async (target) => {
      const { x, y } = await place(target);
      await driver.mouseDown(x, y);
    },
    mouseUp: () => driver.mouseUp(),
    hover: async (target) => {
      const { x, y } = await place(target);
      await driver.moveTo(x, y);
    },
    focus: async (target) => {
      await waitFor(target);
      await askFound(target, ([el]: HTMLElement[]) => el?.focus());
    },
    hasFocus: (target) => askFound(target, ([el]: HTMLElement[]) => !!el && el === document.activeElement),
    fill: async (target, text) => {
      await waitFor(target);
      await askFound(target, ([field]: HTMLInputElement[]) => {
        field?.focus();
        field?.select();
      });
      if (text) await tab.type(text);
      else await driver.press(["Backspace"]);
    },
    type: async (text) => {
      for (const character of text) await driver.press([character]);
    },
    press: (...keys) => driver.press(keys),
    tabTo: async (selector) => {
      const isThere = () => ask<boolean>("(selector) => !!document.activeElement?.matches(selector)", selector);
      for (let stop = 0; stop < 80 && !(await isThere()); stop++) await driver.press(["Tab"]);
      expect(await isThere(), `the focus comes to ${selector}`).toBe(true);
    },
    choose: async (target, option) => {
      await waitFor(target);
      await askFound(
        target,
        ([field]: HTMLSelectElement[], label: string) => {
          const match = [...(field?.options ?? [])].find(({ text }) => text === label);
          if (!field || !match) throw new Error(`no option ${label}`);
          field.focus();
          match.selected = true;
          for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
        },
        option,
      );
    },
    setFile: (selector, path) => driver.setFile(selector, path),
    texts: (selector) =>
      askFound(selector, (elements: HTMLElement[]) => elements.map(({ textContent }) => textContent.replace(/\s+/g, " ").trim())),
    count,
    valueOf: (target) => askFound(target, ([field]: HTMLInputElement[]) => field?.value ?? ""),
    attribute: (target, name) => askFound(target, ([el]: HTMLElement[], name: string) => el?.getAttribute(name) ?? null, name),
    run: (work, ...values) => ask(`${work}`, ...values),
    address: () => ask("() => location.href"),
    resize: (width, height) => driver.resize(width, height),
    cookies: () => driver.cookies(),
    setCookie: (cookie) => driver.setCookie(cookie),
    picture: async (name) => {
      await mkdir(pictures, { recursive: true });
      await ask(`${atRest}`);
      await writeFile(join(pictures, `${name}-${engine}.png`), await driver.screenshot());
    },
    openTab: async () => openTab(await driver.openTab(), engine, url, pictures),
  };
  return tab;
}

const isGone = (error: unknown) =>
  /context|navigat|detached|destroyed|closed|no such frame|inactive|discarded|unload/i.test(String(error));
