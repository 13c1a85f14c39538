/** A file that the bench's server sends, by its path. */
export type Files = Map<string, { type: string; body: string | Buffer }>;

/**
 * One library with the widgets built for it. Pages are at `/NAME/TRIGGER-COUNT`, `/NAME/early` (a counter and
 * five fields) and `/NAME/broken` (three counters and a widget that throws).
 */
export type Contender = {
  name: string;
  version: string;
  files: Files;
  /** Triggers that it knows; the others come alive with their script. */
  triggers: readonly string[];
  /** Scripts by their paths that are there before an early press; all others are held back until after it. */
  isLoader: (path: string) => boolean;
};

export const script = (body: string | Buffer) => ({ type: "text/javascript", body });
export const document = (body: string) => ({ type: "text/html; charset=utf-8", body });
