import { z } from "zod";

/** The options of an upload, equal to those of the import command. */
export const importOptions = z.object({
  /** slug of the category for products whose type names no category; may be empty */
  category: z.string(),
  /** `kept`: only new variants get the file's stock; `set`: existing variants too */
  stock: z.enum(["kept", "set"]),
  pictures: z.boolean(),
  /** `kept`: the file's costs are left out, since the importer may not see costs */
  costs: z.literal("kept").optional(),
  /** a mapping file */
  map: z.object({ name: z.string(), text: z.string() }).nullable(),
});

export type ImportOptions = z.output<typeof importOptions>;

export const optionsIn = (text: string): ImportOptions => importOptions.parse(JSON.parse(text));
