import { pageNumber } from "./paging.ts";

export const reviewOrders = [
  { value: "newest", label: "Newest" },
  { value: "oldest", label: "Oldest" },
  { value: "highest", label: "Highest rated" },
  { value: "lowest", label: "Lowest rated" },
] as const;

export type ReviewOrder = (typeof reviewOrders)[number]["value"];

export type ReviewFilter = { order: ReviewOrder; page: number };

export const reviewsPerPage = 5;

/** The review filter of a product's address (requirements 158, 159). */
export const reviewFilterOf = (query: Record<string, unknown>): ReviewFilter => ({
  order: reviewOrders.find(({ value }) => value === query.reviews_order_by)?.value ?? "newest",
  page: pageNumber(query.reviews_page),
});

/** How many reviews gave each number of stars. */
export type StarCounts = readonly { stars: number; count: number }[];

export type Rating = {
  count: number;
  /** one decimal: `4.6` */
  mean: string;
  /** the mean, rounded to the nearest half, for the drawn stars */
  halves: string;
  /** from 5 to 1 stars; `percent` is a whole number */
  stars: { stars: number; count: number; percent: number }[];
};

/** The rating that results from these counts; all zeros without reviews. */
export function ratingOf(counts: StarCounts): Rating {
  const count = counts.reduce((sum, each) => sum + each.count, 0);
  const points = counts.reduce((sum, each) => sum + each.stars * each.count, 0);
  const mean = count === 0 ? 0 : points / count;
  const stars = [5, 4, 3, 2, 1].map((number) => {
    const starCount = counts.find(({ stars }) => stars === number)?.count ?? 0;
    return { stars: number, count: starCount, percent: count === 0 ? 0 : Math.round((starCount / count) * 100) };
  });
  return { count, mean: mean.toFixed(1), halves: String(Math.round(mean * 2) / 2), stars };
}

/** The rating in the JSON of the API, spelled as in requirement 148. */
export type ReviewAggregate = {
  ratingAndReviewCount: number;
  stars_percentajes: { stars: number; count: number; percentage: number }[];
};

/** Converts a rating to the JSON of requirement 148, with its misspelled field name. */
export const reviewAggregate = ({ count, stars }: Rating): ReviewAggregate => ({
  ratingAndReviewCount: count,
  stars_percentajes: stars.map(({ stars, count, percent }) => ({ stars, count, percentage: percent })),
});
