/** Brings a change clock up to what has been committed. */
export type ChangeFeed = {
  /**
   * Whether the clock knows of every commit that this process has heard of, after reading what can
   * be read at once. Takes microseconds.
   */
  isCurrent(): boolean;
  /** Reads what was committed. False where what it has heard of cannot be seen yet. */
  catchUp(): Promise<boolean>;
};

/** More changes than these are taken as a change of anything: reading them would take longer. */
export const maxChanges = 10_000;
