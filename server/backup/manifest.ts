import { z } from "zod";

/** The pattern of a table's name, which is also the name of a folder in the archive. */
export const tableName = "[a-z_][a-z0-9_]*";

/** The version of the backup format. Increase it if older programs cannot read the new file. */
export const formatVersion = 1;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** The last file of a backup, which lists its contents. */
export const manifestSchema = z.object({
  format: z.number(),
  /** the version and build of the program (release.ts) */
  version: z.string(),
  engine: z.enum(["sqlite", "postgres"]),
  /** ISO 8601 */
  createdAt: z.string(),
  /** the names of the database's migrations, in their order */
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({ name: z.string().regex(new RegExp(`^${tableName}$`)), columns: z.array(z.string()), rows: z.number(), sha256 }),
  ),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256 })),
});

export type Manifest = z.infer<typeof manifestSchema>;

export const manifestPath = "manifest.json";

/** Whether a name in a backup is safe as a path below `DATA_DIR`. */
export const isStoredPath = (path: string): boolean => /^(media|assets)(\/[\w-][\w.-]*)+$/.test(path) && !path.endsWith(".tmp");
