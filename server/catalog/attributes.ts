import { reading } from "../db/changes/tracking.ts";
import type { Db, Tx } from "../db/tables.ts";
import { findAttributes } from "./queries/facets.ts";
import { anyAttribute, anyValue } from "./subjects.ts";

/** All attributes that have values, with these values, in the owner's order. */
export const allAttributes = (reader: Db | Tx) => reading([anyAttribute, anyValue], () => findAttributes(reader));
