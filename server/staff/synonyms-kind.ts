import { lockSynonyms, saveSynonyms } from "../catalog/synonyms.ts";
import { staffSynonymsPath } from "./paths.ts";
import type { RecordKind } from "./records.ts";

/** Lines of words that mean the same in the shop's search. */
export type SynonymFields = { lines: readonly string[] };

/** There is one record for all lines. */
export const synonymsKind: RecordKind<SynonymFields> = {
  kind: "synonyms",
  needs: "products:write",
  name: () => "Search synonyms",
  path: () => staffSynonymsPath,
  labels: { lines: "Words that mean the same" },
  words: (_field, value) => (value as SynonymFields["lines"]).join("\n") || undefined,
  read: async (tx) => ({ lines: await lockSynonyms(tx) }),
  write: (tx, _id, { lines }) => saveSynonyms(tx, lines),
};

/** The id of this one record. */
export const allSynonymsId = "all";
