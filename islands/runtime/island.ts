import { isReplayable, replayEvent } from "./early.ts";

/**
 * One island as the loader knows it, from the moment that its element is in the page until it is
 * gone.
 */
export type Island = {
  /** An event on its way to the element: starts the island, and is held when it would be lost. */
  notice(event: Event): void;
  /** Tells the page of an error. */
  report(error: unknown): void;
  close(): void;
};

type Unmount = () => void;
/** Fetches what the island needs; the returned function mounts it. */
export type PrepareMount = (el: HTMLElement) => Promise<(fail: (error: unknown) => void) => Unmount>;
/** Has the island started at its time; the returned function cancels that. */
type Schedule = (start: () => void) => (() => void) | undefined;

const dormant = 0; // no press starts it: `never`, or a media query that does not hold
const waiting = 1;
const loading = 2;
const alive = 3;
const native = 4; // given up: the server's HTML acts by itself

// A held form that nobody brings to life is posted by the browser after this time, in milliseconds.
const loadTimeoutMs = 4_000;

// Effects run after the next frame, in a hidden tab after 35 ms; what is replayed comes after them.
const effectsDelayMs = 50;

export function openIsland(el: HTMLElement, isDormant: boolean, schedule: Schedule, prepareMount: PrepareMount): Island {
  const heldEvents: Event[] = [];
  let phase = isDormant ? dormant : waiting;
  let unmount: Unmount | undefined;

  async function start(): Promise<void> {
    if (phase > waiting) return;
    phase = loading;
    try {
      const mount = await prepareMount(el);
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
    cancelSchedule?.();
    replay(effectsDelayMs);
  }

  // One event per task, so that the state of the first press has been rendered when the second one
  // comes.
  const replay = (delay: number) =>
    setTimeout(() => {
      const event = heldEvents.shift();
      if (!event) return;
      replayEvent(el, event);
      replay(0);
    }, delay);

  function report(error: unknown): void {
    console.error(error);
    el.dispatchEvent(new CustomEvent("island:error", { bubbles: true, detail: { name: el.dataset.island, error } }));
  }

  function notice(event: Event): void {
    if (phase === dormant || phase > loading) return;
    void start();
    if (!isReplayable(event)) return;
    event.stopImmediatePropagation();
    if (event.type === "submit") {
      event.preventDefault();
      if (heldEvents.some(({ type }) => type === "submit")) return;
      setTimeout(() => phase === loading && enter(native), loadTimeoutMs);
    }
    heldEvents.push(event);
  }

  function close(): void {
    heldEvents.length = 0;
    enter(native);
    unmount?.();
  }

  let cancelSchedule: ReturnType<Schedule>;
  try {
    cancelSchedule = schedule(start);
  } catch (error) {
    // A trigger that the browser cannot serve leaves the island to the first press.
    phase ||= waiting;
    report(error);
  }
  return { notice, report, close };
}
