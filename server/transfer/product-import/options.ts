import { z } from "zod";

/** What an upload asks for, as the command's options do. */
export const importOptions = z.object({
  /** slug, for products whose type names none; empty: none */
  category: z.string(),
  /** `set`: existing variants get the file's numbers too */
  stock: z.enum(["kept", "set"]),
  pictures: z.boolean(),
  /** a mapping file */
  map: z.object({ name: z.string(), text: z.string() }).nullable(),
});

export type ImportOptions = z.output<typeof importOptions>;

export const optionsIn = (text: string): ImportOptions => importOptions.parse(JSON.parse(text));
