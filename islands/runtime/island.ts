import { canWait, doAgain } from "./early.ts";

/** One island as the loader knows it, from the moment that its element is in the page until it is gone. */
export type Island = {
  /** An event on its way to the element: wakes the island, and is kept when it would be lost. */
  notice(event: Event): void;
  /** Tells the page of an error. */
  report(error: unknown): void;
  close(): void;
};

type Unmount = () => void;
/** Fetches what the island needs; the answer mounts it. */
export type Bring = (el: HTMLElement) => Promise<(fail: (error: unknown) => void) => Unmount>;
/** Says when to start; the answer calls that off. */
export type When = (start: () => void) => (() => void) | undefined;

const asleep = 0; // not to be woken by a press: `never`, or a media query that does not hold
const waiting = 1;
const loading = 2;
const alive = 3;
const native = 4; // given up: the server's HTML acts by itself

// A held form that nobody brings to life is posted by the browser after this time, in milliseconds.
const loadTimeoutMs = 4_000;

// Effects run after the next frame, in a hidden tab after 35 ms; what is replayed comes after them.
const effectsRun = 50;

export function openIsland(el: HTMLElement, sleeps: boolean, when: When, bring: Bring): Island {
  const early: Event[] = [];
  let phase = sleeps ? asleep : waiting;
  let unmount: Unmount | undefined;

  async function start(): Promise<void> {
    if (phase > waiting) return;
    phase = loading;
    try {
      const mount = await bring(el);
      if (phase !== loading) return;
      unmount = mount(fail);
      enter(alive);
    } catch (error) {
      fail(error);
    }
  }

  function fail(error: unknown): void {
    if (phase === native) return;
    enter(native);
    report(error);
  }

  function enter(next: number): void {
    phase = next;
    el.toggleAttribute("data-island-alive", phase === alive);
    stop?.();
    replay(effectsRun);
  }

  // One event per task, so that the state of the first press has been drawn when the second one comes.
  const replay = (wait: number) =>
    setTimeout(() => {
      const event = early.shift();
      if (!event) return;
      doAgain(el, event);
      replay(0);
    }, wait);

  function report(error: unknown): void {
    console.error(error);
    el.dispatchEvent(new CustomEvent("island:error", { bubbles: true, detail: { name: el.dataset.island, error } }));
  }

  function notice(event: Event): void {
    if (phase === asleep || phase > loading) return;
    void start();
    if (!canWait(event)) return;
    event.stopImmediatePropagation();
    if (event.type === "submit") {
      event.preventDefault();
      if (early.some(({ type }) => type === "submit")) return;
      setTimeout(() => phase === loading && enter(native), loadTimeoutMs);
    }
    early.push(event);
  }

  function close(): void {
    early.length = 0;
    enter(native);
    unmount?.();
  }

  let stop: ReturnType<When>;
  try {
    stop = when(start);
  } catch (error) {
    // A trigger that the browser cannot serve leaves the island to the first press.
    phase ||= waiting;
    report(error);
  }
  return { notice, report, close };
}
