/** Brings a change clock up to date with the commits. */
export type ChangeFeed = {
  /**
   * Whether the clock knows every commit that this process has heard of. The check takes
   * microseconds.
   */
  isCurrent(): boolean;
  /** Reads the commits. False if a commit that it has heard of cannot be seen yet. */
  catchUp(): Promise<boolean>;
};

/** More changes than this count as a change of anything: reading them would take longer. */
export const maxChanges = 10_000;
