import type { Config } from "../config.ts";
import type { OlderSchema } from "../db/open.ts";
import type { Db } from "../db/tables.ts";

/**
 * The parts that a command may use: no web, no gateway. `print` writes to stdout, `complain` to
 * stderr.
 */
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
  /** Whether the command needs an existing shop: without a database it is refused. */
  existing?: boolean;
  /**
   * Whether the command looks at the schema itself: then even a new database gets no migrations
   * before it.
   */
  asItIs?: boolean;
  /** Whether no other process may have the database open. */
  alone?: boolean;
  /** The reaction to a database in use that lacks migrations; without one the command refuses. */
  olderSchema?: OlderSchema;
  /**
   * Returns the exit status: 0 done, 1 something was refused or found wrong, 2 wrong use, 3 a part
   * could not be asked. Status 3 also stands for a database that could not be opened.
   */
  run(args: readonly string[], context: CommandContext): Promise<number>;
};
