import type { Db } from "../../db/tables.ts";

export type RankingQuery = {
  /** best sellers, most viewed, popular or newest first */
  by: "units_90" | "views_30" | "popularity" | "created_at";
  /** category slug */
  category?: string;
  /** only products marked as premium */
  premium?: true;
  limit: number;
};

/** Ids of published products, best first; empty for an unknown category. */
export async function findTopRankedIds(reader: Db, { by, category, premium, limit }: RankingQuery): Promise<string[]> {
  const rows = await reader
    .selectFrom("product as p")
    .select("p.id")
    .where("p.published", "=", 1)
    .$if(category !== undefined, (query) =>
      query.where("p.category_id", "=", (eb) =>
        eb
          .selectFrom("category as c")
          .select("c.id")
          .where("c.slug", "=", category ?? ""),
      ),
    )
    .$if(premium === true, (query) => query.where("p.premium", "=", 1))
    // A product without sales or views is neither a best seller nor most viewed.
    .$if(by === "units_90" || by === "views_30", (query) => query.where(`p.${by}`, ">", 0))
    .orderBy(`p.${by}`, "desc")
    .orderBy("p.id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
