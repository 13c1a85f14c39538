import { folderStore } from "../media/folder-store.ts";
import type { MediaStore } from "../media/media-store.ts";
import type { Manifest } from "./manifest.ts";

export type StoreOptions = { dataDir: string; media: MediaStore };

/** A store of the shop's files, and the name of its folder in a backup. */
export type NamedStore = { folder: "media" | "assets"; store: MediaStore };

/** The stores of a shop. On PostgreSQL, the database contains the files of earlier builds. */
export const storesOf = ({ dataDir, media }: StoreOptions, engine: Manifest["engine"]): readonly NamedStore[] => [
  { folder: "media", store: media },
  ...(engine === "sqlite" ? [{ folder: "assets" as const, store: folderStore(dataDir, "assets") }] : []),
];
