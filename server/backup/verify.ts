import { createHash, type Hash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { type Outcome, ok, refuse } from "../outcome.ts";
import { DamagedArchive, type Entry, readArchive } from "./archive.ts";
import { formatVersion, isStoredPath, type Manifest, manifestPath, manifestSchema, tableName } from "./manifest.ts";

type ArchiveContents = { tables: Map<string, { hash: Hash; rows: number }>; files: Manifest["files"] };

const newline = 0x0a;

const batchPath = new RegExp(`^tables/(${tableName})/\\d+\\.ndjson$`);

/** The table of a batch of rows; undefined if the file is not a batch of rows. */
export const tableAt = (path: string): string | undefined => batchPath.exec(path)?.[1];

function see({ tables, files }: ArchiveContents, { path, bytes }: Entry): void {
  const name = tableAt(path);
  if (name === undefined) {
    files.push({ path, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") });
    return;
  }
  const table = tables.get(name) ?? { hash: createHash("sha256"), rows: 0 };
  tables.set(name, table);
  table.hash.update(bytes);
  table.rows += bytes.reduce((count, byte) => count + (byte === newline ? 1 : 0), 0);
}

/** Whether the contents that were read equal the manifest's in every byte. */
function agrees({ tables, files }: ArchiveContents, manifest: Manifest): boolean {
  const none = { hash: createHash("sha256"), rows: 0 };
  const isWhole = ({ name, rows, sha256 }: Manifest["tables"][number]) => {
    const table = tables.get(name) ?? none;
    return table.rows === rows && table.hash.copy().digest("hex") === sha256;
  };
  const tableNames = new Set(manifest.tables.map(({ name }) => name));
  const isKnown = [...tables.keys()].every((name) => tableNames.has(name)) && files.every(({ path }) => isStoredPath(path));
  return isKnown && manifest.tables.every(isWhole) && isDeepStrictEqual(files, manifest.files);
}

const damaged = refuse("invalid", "is damaged, or is no backup: nothing was restored");

/** The manifest's format version, which can be read even if a later program wrote the rest. */
function formatOf(value: unknown): number | undefined {
  return typeof value === "object" && value !== null && "format" in value ? Number(value.format) : undefined;
}

function parseManifest(bytes: Buffer): Outcome<Manifest> {
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    if ((formatOf(value) ?? 0) > formatVersion)
      return refuse("invalid", "was written in the format of a later release: restore it with that release; nothing was changed");
    const parsed = manifestSchema.safeParse(value);
    return parsed.success ? ok(parsed.data) : damaged;
  } catch {
    return damaged;
  }
}

/** Reads a whole backup, and refuses it if a byte differs from its manifest. */
export async function verifyBackup(path: string): Promise<Outcome<Manifest>> {
  const contents: ArchiveContents = { tables: new Map(), files: [] };
  let manifest: Outcome<Manifest> | undefined;
  try {
    for await (const entry of readArchive(path)) {
      if (manifest) return damaged;
      if (entry.path === manifestPath) manifest = parseManifest(entry.bytes);
      else see(contents, entry);
    }
  } catch (error) {
    if (error instanceof DamagedArchive) return damaged;
    throw error;
  }
  if (!manifest?.ok) return manifest ?? damaged;
  return agrees(contents, manifest.value) ? manifest : damaged;
}
