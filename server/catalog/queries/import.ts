import type { Db, Tx } from "../../db/tables.ts";

export const findCategories = (reader: Db | Tx): Promise<{ slug: string; name: string }[]> =>
  reader.selectFrom("category").select(["slug", "name"]).orderBy("position").execute();
