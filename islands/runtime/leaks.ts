type ListenerRecord = { target: string; type: string; listener: unknown; where: string };

// React never removes the listener for `selectionchange`, one per document. The others belong to
// the loader, which stays for a second island in the same test.
const ignoredTypes = new Set(["selectionchange", "error", "pageshow"]);

/**
 * Records listeners and timers of an island, so that a test can check that the island removed all
 * of them.
 */
export function watchLeaks(): { remaining(): string[]; stop(): void } {
  const listening: ListenerRecord[] = [];
  const intervals = new Map<unknown, string>();
  const restore = [
    ...[window, document].map((target) => watchListeners(target, target === window ? "window" : "document", listening)),
    watchIntervals(intervals),
  ];
  return {
    remaining: () => [
      ...listening
        .filter(({ type }) => !ignoredTypes.has(type))
        .map(({ target, type, where }) => `a ${type} listener on ${target}${where}`),
      ...[...intervals.values()].map((where) => `an interval${where}`),
    ],
    stop: () => restore.map((one) => one()),
  };
}

/** The first calling line outside of this and other packages; empty if the stack has none. */
function callingLine(): string {
  const lines = new Error().stack?.split("\n").slice(1) ?? [];
  const caller = lines.find(
    (line) => !/node_modules|runtime[/\\](?:dist[/\\])?(?:leaks|mount|root|loader|testing)\b|node:/.test(line),
  );
  const [place] = /[^\s(/\\]+:\d+(?=:\d+\)?$)/.exec(caller ?? "") ?? [];
  return place ? ` (${place})` : "";
}

function watchListeners(target: EventTarget, name: string, listening: ListenerRecord[]): () => void {
  const { addEventListener, removeEventListener } = target;
  const forget = (type: string, listener: unknown) => {
    const at = listening.findIndex((one) => one.target === name && one.type === type && one.listener === listener);
    if (at >= 0) listening.splice(at, 1);
  };
  target.addEventListener = (type: string, listener: EventListener, options?: AddEventListenerOptions | boolean) => {
    const { signal, once } = typeof options === "object" ? options : {};
    if (!once) listening.push({ target: name, type, listener, where: callingLine() });
    signal?.addEventListener("abort", () => forget(type, listener));
    addEventListener.call(target, type, listener, options);
  };
  target.removeEventListener = (type: string, listener: EventListener, options?: EventListenerOptions | boolean) => {
    forget(type, listener);
    removeEventListener.call(target, type, listener, options);
  };
  return () => void Object.assign(target, { addEventListener, removeEventListener });
}

function watchIntervals(running: Map<unknown, string>): () => void {
  const { setInterval, clearInterval } = globalThis;
  globalThis.setInterval = ((...parameters: Parameters<typeof setInterval>) => {
    const interval = setInterval(...parameters);
    running.set(interval, callingLine());
    return interval;
  }) as typeof setInterval;
  globalThis.clearInterval = (interval) => {
    running.delete(interval);
    clearInterval(interval);
  };
  return () => void Object.assign(globalThis, { setInterval, clearInterval });
}
