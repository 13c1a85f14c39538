/** Brings a change clock up to date with the commits. */
export type ChangeFeed = {
  /**
   * Whether the clock knows every commit of which this process was told. The check takes
   * microseconds.
   */
  isCurrent(): boolean;
  /** Reads the commits. False if a commit of which this process was told is not visible yet. */
  catchUp(): Promise<boolean>;
};

/** More changes than this count as a change of everything, since reading them would take longer. */
export const maxChanges = 10_000;
