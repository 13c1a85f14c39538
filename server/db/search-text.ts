import { sql } from "kysely";
import { begins } from "./begins.ts";
import type { Db, Tables, Tx } from "./tables.ts";

type Kind = Tables["search_text"]["kind"];

const textsOf = (reader: Db | Tx, kind: Kind) => reader.selectFrom("search_text as s").select("s.id").where("s.kind", "=", kind);

/**
 * Ids of the records that have a text of this kind which begins with `text`; the stored texts and
 * `text` are folded.
 */
export const idsBeginning = (reader: Db | Tx, kind: Kind, text: string) =>
  textsOf(reader, kind).where(({ ref }) => begins(reader, ref("s.text"), text));

/** A LIKE pattern for a text; its `%` and `_` stand for themselves. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/**
 * Ids of the records that have a text of this kind which contains `text`; the stored texts and
 * `text` are folded.
 */
export const idsContaining = (reader: Db | Tx, kind: Kind, text: string) =>
  textsOf(reader, kind).where(sql<boolean>`s.text LIKE ${containing(text)} ESCAPE '\\'`);
