import type { MountHandle } from "./contract.ts";
import { isReplayable, replayEvent } from "./early.ts";

/** One island of the loader, from the insertion of its element to its removal. */
export type Island = {
  /** Empty after the island was given up, so that changed props open it again. */
  name: string | undefined;
  /**
   * Handles an event before it reaches the element. Starts the island, and holds the event if it
   * would be lost.
   */
  capture(event: Event): void;
  /** Reports an error to the page. */
  report(error: unknown): void;
  close(): void;
};

type Report = (error: unknown) => void;
/** Fetches the island's files; the returned function mounts it. */
export type PrepareMount = (el: HTMLElement) => Promise<(fail: Report, report: Report) => MountHandle>;
/** Calls `start` when the trigger fires; the returned function cancels this. */
type Schedule = (start: () => void) => (() => void) | undefined;

const dormant = 0; // no press starts it: `never`, or a media query that does not match
const retriable = 1; // its files could not be fetched: the next press fetches them again
const waiting = 2;
const loading = 3;
const alive = 4;
const missing = 5; // its files could not be fetched: held events act natively
const native = 6; // given up: the server's HTML works natively

// ms after which a held form is submitted natively if no island has taken it over.
const loadTimeoutMs = 4_000;

// ms until effects have run: they run after the next frame, or in a hidden tab after 35 ms. Held
// events are replayed after this time.
const effectsDelayMs = 50;

export function openIsland(el: HTMLElement, isDormant: boolean, schedule: Schedule, prepareMount: PrepareMount): Island {
  // Held events with their targets, since an event that has left a shadow root has the host as its
  // target.
  const heldEvents: (readonly [event: Event, target: Element])[] = [];
  let phase = isDormant ? dormant : waiting;
  let mounted: MountHandle | undefined;

  async function start(): Promise<void> {
    if (phase > waiting) return;
    phase = loading;
    let failed = missing;
    try {
      const mount = await prepareMount(el);
      if (phase !== loading) return;
      failed = native;
      mounted = mount(fail, report);
      enter(alive);
    } catch (error) {
      if (phase === loading) fail(error, failed);
    }
  }

  function fail(error: unknown, next = native): void {
    if (phase === native) return;
    enter(next);
    report(error);
  }

  function enter(next: number): void {
    phase = next;
    if (next === native) island.name = "";
    el.toggleAttribute("data-island-alive", phase === alive);
    cancelSchedule?.();
    replay(effectsDelayMs);
  }

  // Replays one event per task, so that the state after one event is rendered before the next
  // event.
  const replay = (delay: number) =>
    setTimeout(() => {
      const heldEvent = heldEvents.shift();
      if (!heldEvent) {
        if (phase === missing) phase = retriable;
        return;
      }
      replayEvent(...heldEvent, mounted?.find ?? ((target) => target));
      replay(0);
    }, delay);

  function report(error: unknown): void {
    console.error(error);
    el.dispatchEvent(new CustomEvent("island:error", { bubbles: true, detail: { name: el.dataset.island, error } }));
  }

  function capture(event: Event): void {
    const { type } = event;
    const isHeld = isReplayable(event);
    if (phase === dormant || phase > loading || (phase === retriable && !isHeld)) return;
    void start();
    if (!isHeld) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    if (type === "submit") {
      if (heldEvents.some(([one]) => one.type === type)) return;
      setTimeout(() => phase === loading && enter(missing), loadTimeoutMs);
    }
    heldEvents.push([event, event.target as Element]);
  }

  function close(): void {
    heldEvents.length = 0;
    mounted?.unmount();
    enter(native);
  }

  const island: Island = { name: el.dataset.island, capture, report, close };
  let cancelSchedule: ReturnType<Schedule>;
  try {
    cancelSchedule = schedule(start);
  } catch (error) {
    // If the browser does not support its trigger, the island starts at the first press.
    phase ||= waiting;
    report(error);
  }
  return island;
}
