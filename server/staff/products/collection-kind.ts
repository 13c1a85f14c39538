import { lockCollection, putCollection, removeCollection } from "../../catalog/collection-records.ts";
import { collectionPath } from "../../catalog/paths.ts";
import { productNames } from "../../catalog/references.ts";
import { recordMove } from "../../content/redirects.ts";
import { recordKind } from "../forms/record-kind.ts";
import { staffCollectionPath } from "../paths.ts";
import { collectionForm } from "./collection-form.ts";

/** A collection of products. A former address redirects to the present one. */
export const collectionKind = recordKind({
  kind: "collection",
  needs: "products:write",
  name: ({ name }) => name,
  path: staffCollectionPath,
  form: collectionForm,
  referenced: (db, _id, records) =>
    productNames(
      db,
      records.flatMap(({ products = [] }) => products ?? []),
    ),
  read: lockCollection,
  async write(tx, id, fields, now) {
    const saved = await lockCollection(tx, id);
    const put = await putCollection(tx, id, fields);
    if (!put.ok || !saved || saved.slug === fields.slug) return put;
    return await recordMove(tx, collectionPath(saved.slug), collectionPath(fields.slug), now);
  },
  insert: (tx, id, fields) => putCollection(tx, id, fields),
  remove: (tx, id) => removeCollection(tx, id),
});
