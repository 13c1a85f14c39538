import { type Outcome, refuse } from "../../outcome.ts";
import { readArguments } from "../arguments.ts";

/** The options of an import. */
export type ImportOptions = {
  file: string;
  category: string | undefined;
  /** the path of a mapping file */
  map: string | undefined;
  /** whether missing categories are added */
  createCategories: boolean;
  stock: "kept" | "set";
  mode: "written" | "tried";
  pictures: boolean;
  /** the folder that is searched for pictures before they are downloaded */
  images: string | undefined;
};

/**
 * Parses the options. Refuses contradictory or unknown options with `invalid` and a message for the
 * terminal.
 */
export function importOptions(args: readonly string[]): Outcome<ImportOptions> {
  const parsed = readArguments(args, {
    category: "text",
    map: "text",
    "create-categories": "flag",
    stock: "flag",
    "dry-run": "flag",
    images: "text",
    "no-pictures": "flag",
  });
  if (!parsed.ok) return parsed;
  const { words, options } = parsed.value;
  const [file, ...others] = words;
  if (!file) return refuse("invalid", "give one file: import FILE.csv");
  if (others.length > 0) return refuse("invalid", `give only one file, not: ${words.join(", ")}`);
  if (options.images !== undefined && options["no-pictures"] !== undefined)
    return refuse("invalid", "--images and --no-pictures cannot be used together");
  const tried = options["dry-run"] !== undefined;
  return {
    ok: true,
    value: {
      file,
      category: options.category,
      map: options.map,
      createCategories: options["create-categories"] !== undefined,
      stock: options.stock === undefined ? "kept" : "set",
      mode: tried ? "tried" : "written",
      pictures: !tried && options["no-pictures"] === undefined,
      images: options.images,
    },
  };
}
