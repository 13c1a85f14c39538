/** The files that the bench's server sends, by path. */
export type Files = Map<string, { type: string; body: string | Buffer }>;

/**
 * A library with the widgets built for it. Its pages are `/NAME/TRIGGER-COUNT`, `/NAME/early` (a
 * counter and five fields), `/NAME/altered` (two buttons) and `/NAME/broken` (three counters and a
 * widget that throws).
 */
export type Contender = {
  name: string;
  version: string;
  files: Files;
  /** The triggers that it supports; other widgets start with their script. */
  triggers: readonly string[];
  /**
   * Whether a script is loaded before an early press; all other scripts are held back until after
   * it.
   */
  isLoader: (path: string) => boolean;
};

export const script = (body: string | Buffer) => ({ type: "text/javascript", body });
export const document = (body: string) => ({ type: "text/html; charset=utf-8", body });
