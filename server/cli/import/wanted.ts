import { type Outcome, refuse } from "../../outcome.ts";
import { readArguments } from "../arguments.ts";

/** What an import was called with. */
export type Wanted = {
  file: string;
  category: string | undefined;
  stock: "kept" | "set";
  mode: "written" | "tried";
  pictures: boolean;
};

export function wantedOf(args: readonly string[]): Outcome<Wanted> {
  const read = readArguments(args, { category: "text", stock: "flag", "dry-run": "flag", "no-pictures": "flag" });
  if (!read.ok) return read;
  const { words, options } = read.value;
  const [file, ...others] = words;
  if (!file) return refuse("name the file: import FILE.csv");
  if (others.length > 0) return refuse(`one file at a time: ${words.join(", ")}`);
  const tried = options["dry-run"] !== undefined;
  return {
    ok: true,
    value: {
      file,
      category: options.category,
      stock: options.stock === undefined ? "kept" : "set",
      mode: tried ? "tried" : "written",
      pictures: !tried && options["no-pictures"] === undefined,
    },
  };
}
