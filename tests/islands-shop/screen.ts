import type { IslandModule } from "server-islands/contract";
import { act, type MountedIsland, mountIsland } from "server-islands/testing";
import { onTestFinished, vi } from "vitest";
import { islandHtml } from "./island-html.ts";

export { islandHtml };

export type Screen = MountedIsland & {
  get<Found extends HTMLElement = HTMLInputElement>(selector: string): Found;
  find(selector: string): HTMLElement | null;
  button(words: string): HTMLButtonElement;
  /** Puts a value into a field like a shopper, and fires its events. */
  type(name: string, value: string): Promise<void>;
  press(words: string): Promise<void>;
  submit(): Promise<void>;
};

/**
 * Does something, and waits until the calls that it started are answered and the result is drawn.
 * It does not wait for a call that the test leaves unanswered.
 */
export const doing = (work: () => unknown): Promise<void> =>
  act(async () => {
    work();
    for (let turn = 0; turn < 60; turn++) await null;
  });

type Opening = { wait?: boolean; beside?: string; others?: Record<string, IslandModule> };

/** An island as the server renders it, brought to life, with `beside` around it in the page. */
export async function openScreen(
  name: string,
  island: IslandModule,
  props: object,
  { wait = false, beside = "", others = {} }: Opening = {},
): Promise<Screen> {
  const islands = { [name]: island, ...others };
  silenceReactWarnings();
  const mounted = mountIsland(`${islandHtml(name, props)}${beside}`, { islands, ssr: true, wait });
  await mounted.ready;
  const host = mounted.el.parentElement as HTMLElement;
  const find = (selector: string) => host.querySelector<HTMLElement>(selector);
  const get = <Found extends HTMLElement = HTMLInputElement>(selector: string): Found => {
    const found = find(selector);
    if (!found) throw new Error(`There is no ${selector} in ${host.innerHTML}`);
    return found as Found;
  };
  const button = (words: string) => {
    const named = (one: HTMLButtonElement) => one.textContent === words || one.getAttribute("aria-label") === words;
    const found = [...host.querySelectorAll("button")].find(named);
    if (!found) throw new Error(`There is no button ${words} in ${host.innerHTML}`);
    return found;
  };
  const type = (field: string, value: string) =>
    doing(() => {
      const input = get(`[name=${field}]`);
      input.value = value;
      for (const kind of ["input", "change"]) input.dispatchEvent(new Event(kind, { bubbles: true }));
    });
  const press = (words: string) =>
    doing(() => {
      button(words).focus();
      button(words).click();
    });
  const submit = () => doing(() => get<HTMLFormElement>("form").requestSubmit());
  return { ...mounted, get, find, button, type, press, submit };
}

// React warns about two things that are intended. Preact, which the shop uses, renders a choice
// within groups only from `selected`, but React wants `defaultValue` on the select. And a `details`
// element that was opened before the island came alive differs from the props.
function silenceReactWarnings(): void {
  const { error } = console;
  const silenced = vi.spyOn(console, "error").mockImplementation((...said) => {
    const text = said.join(" ");
    const differing = text.match(/^[-+] {2,}\S.*$/gm)?.map((line) => line.replace(/\s+/g, " "));
    const isOpenFold = differing?.join() === '+ open={false},- open=""';
    if (!isOpenFold && !text.includes("instead of setting `selected` on <option>")) error(...said);
  });
  onTestFinished(() => silenced.mockRestore());
}

/** The addresses that the page navigated to, in order. */
export function watchNavigation(): string[] {
  const visited: string[] = [];
  const assign = vi.spyOn(window.location, "assign").mockImplementation((path) => void visited.push(String(path)));
  onTestFinished(() => assign.mockRestore());
  return visited;
}

/** The names of the elements that were scrolled to, and how. */
export function watchScrolling(): string[] {
  const seen: string[] = [];
  const scroll = vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(function (this: Element, how) {
    seen.push(`${this.getAttribute("name")} ${typeof how === "object" ? how.behavior : how}`);
  });
  onTestFinished(() => scroll.mockRestore());
  return seen;
}
