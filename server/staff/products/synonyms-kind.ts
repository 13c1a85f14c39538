import { lockSynonyms, saveSynonyms } from "../../catalog/synonyms.ts";
import { recordKind } from "../forms/record-kind.ts";
import { staffSynonymsPath } from "../paths.ts";
import { synonymsForm } from "./synonyms-form.ts";

/** One record has all lines of synonyms. */
export const synonymsKind = recordKind({
  kind: "synonyms",
  needs: "products:write",
  name: () => "Search synonyms",
  path: () => staffSynonymsPath,
  form: synonymsForm,
  read: async (tx) => ({ lines: await lockSynonyms(tx) }),
  write: (tx, _id, { lines }) => saveSynonyms(tx, lines),
});

/** The id of the only record of this kind. */
export const allSynonymsId = "all";
