import type { input, ZodType } from "zod";

/**
 * The schemas of the site's islands, by name. `islands.d.ts` of a build adds them; without that
 * file, TypeScript accepts any name and any props.
 */
// biome-ignore lint/suspicious/noEmptyInterface: other files add to it
export interface IslandSchemas {}

/** The name of an island. */
export type IslandName = [keyof IslandSchemas] extends [never] ? string : keyof IslandSchemas & string;

/** The props that an island takes. */
export type IslandProps<Name extends string> = Name extends keyof IslandSchemas ? InputOf<IslandSchemas[Name]> : unknown;

type InputOf<Schema> = Schema extends ZodType ? input<Schema> : unknown;
