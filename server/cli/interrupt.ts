const statuses = { SIGINT: 130, SIGTERM: 143 } as const;
export type Signal = keyof typeof statuses;

/** The exit status of a program that this signal ended: 128 plus the signal's number. */
export const statusOf = (signal: Signal): number => statuses[signal];

/**
 * Records a signal, so that the program can end later; a second signal ends the program at once.
 * `stop` restores the default.
 */
export function watchSignals(): { caught: () => Signal | undefined; aborted: AbortSignal; stop: () => void } {
  let caught: Signal | undefined;
  const abort = new AbortController();
  const names = Object.keys(statuses) as Signal[];
  const take = (signal: NodeJS.Signals) => {
    caught = signal as Signal;
    abort.abort();
    stop();
  };
  const stop = () => {
    for (const name of names) process.off(name, take);
  };
  for (const name of names) process.on(name, take);
  return { caught: () => caught, aborted: abort.signal, stop };
}

const endings = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs `clean` before a signal ends the process as usual. Returns a function that cancels this. */
export function onInterrupt(clean: () => void): () => void {
  const leave = () => {
    for (const signal of endings) process.off(signal, stop);
  };
  const stop = (signal: NodeJS.Signals) => {
    clean();
    leave();
    process.kill(process.pid, signal);
  };
  for (const signal of endings) process.on(signal, stop);
  return leave;
}
