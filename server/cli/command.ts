import type { Config } from "../config.ts";
import type { OlderSchema } from "../db/open.ts";
import type { Db } from "../db/tables.ts";

/** What a command may use: no web, no gateway. `print` writes to stdout, `complain` to stderr. */
export type CommandContext = {
  config: Config;
  db: Db;
  now: () => number;
  print: (text: string) => void;
  complain: (text: string) => void;
  /** waits, in ms */
  pause: (ms: number) => Promise<void>;
};

export type Command = {
  summary: string;
  /** the whole text of --help, with examples */
  help: string;
  /** Whether it asks about a shop that must exist: without a database it is refused. */
  existing?: boolean;
  /** Whether it looks at the schema itself: a new database gets no migrations before it either. */
  asItIs?: boolean;
  /** Whether nobody else may have the database open. */
  alone?: boolean;
  /** What it does where a database in use lacks migrations; without it, it refuses. */
  olderSchema?: OlderSchema;
  /**
   * Returns the exit status: 0 done, 1 something was refused or found wrong, 2 wrong use, 3 a part
   * could not be asked. The last one also where the database could not be opened.
   */
  run(args: readonly string[], context: CommandContext): Promise<number>;
};
