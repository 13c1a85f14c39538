import type { Config } from "../config.ts";
import type { OlderSchema } from "../db/open.ts";
import type { Db } from "../db/tables.ts";

/**
 * The parts of the shop that a command can use: no web, no gateway. `print` writes to stdout,
 * `complain` to stderr.
 */
export type CommandContext = {
  config: Config;
  db: Db;
  now: () => number;
  print: (text: string) => void;
  complain: (text: string) => void;
  /** waits for a time in ms */
  pause: (ms: number) => Promise<void>;
};

export type Command = {
  summary: string;
  /** the whole text of --help, with examples */
  help: string;
  /** Whether the command needs an existing shop; it is refused if there is no database. */
  existing?: boolean;
  /**
   * Whether the command reads the schema unchanged; no migrations run before it, even in a new
   * database.
   */
  asItIs?: boolean;
  /** Whether the command needs the database for itself: no other process may have it open. */
  alone?: boolean;
  /** What happens if a database in use lacks migrations; if absent, the command is refused. */
  olderSchema?: OlderSchema;
  /**
   * Runs the command and returns the exit status: 0 if it is done, 1 if it was refused or found
   * something wrong, 2 for wrong use, and 3 if the gateway or another part could not be asked or
   * the database could not be opened.
   */
  run(args: readonly string[], context: CommandContext): Promise<number>;
};
