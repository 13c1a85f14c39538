import { allCategories } from "../catalog/categories.ts";
import { hasLanding } from "../catalog/rules/categories.ts";
import type { Db, Row, Tx } from "../db/tables.ts";
import { invalidFields, notFound, type Outcome, ok } from "../outcome.ts";
import { deleteBannerRow, findAllBanners, findBannersOf, lockBannerRow, putBannerRow } from "./queries/banners.ts";
import { type BannerFields, bannerFaults } from "./rules/banner.ts";

/**
 * The pages that can have banners: the home page, and the landing pages of categories in the
 * owner's order.
 */
export async function openBannerPages(reader: Db | Tx): Promise<string[]> {
  const slugs = (await allCategories(reader)).map(({ slug }) => slug);
  return ["home", ...slugs.filter(hasLanding)];
}

/** The position after the last banner of a page, including inactive ones. */
export async function nextBannerPlace(reader: Db | Tx, page: string): Promise<number> {
  const last = (await findBannersOf(reader, page)).at(-1);
  return last ? last.position + 1 : 0;
}

/** The titles of other banners with the same page and position. */
export const bannersAtPlace = async (reader: Db, id: string, { page, position }: BannerFields): Promise<string[]> =>
  (await findBannersOf(reader, page)).filter((row) => row.id !== id && row.position === position).map(({ title }) => title);

/** The number of a page's banners, including inactive ones. */
export const countBannersOf = async (reader: Db | Tx, page: string): Promise<number> =>
  (await findBannersOf(reader, page)).length;

const toFields = (row: Row<"banner">): BannerFields => ({
  page: row.page,
  position: row.position,
  active: row.active === 1,
  title: row.title,
  subtitle: row.subtitle,
  ctaText: row.cta_text,
  ctaLink: row.cta_link,
  background: row.background_url,
  backgroundAlt: row.background_alt,
  image: row.image_url,
  imageAlt: row.image_alt,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
});

export type ListedBanner = BannerFields & { id: string };

/** The banners of all pages, including inactive ones, in the owner's order. */
export const listBanners = async (reader: Db, limit: number): Promise<ListedBanner[]> =>
  (await findAllBanners(reader, limit)).map((row) => ({ id: row.id, ...toFields(row) }));

/** A banner; locks its row until the transaction ends. */
export async function lockBanner(tx: Tx, id: string): Promise<BannerFields | undefined> {
  const row = await lockBannerRow(tx, id);
  return row && toFields(row);
}

/**
 * Writes a banner or replaces the one with its id. Refuses with an error for each invalid field.
 */
export async function putBanner(tx: Tx, id: string, banner: BannerFields): Promise<Outcome<object>> {
  const faults = bannerFaults(banner, await openBannerPages(tx));
  if (faults.length > 0) return invalidFields(faults);
  await putBannerRow(tx, {
    id,
    page: banner.page,
    position: banner.position,
    active: banner.active ? 1 : 0,
    title: banner.title,
    subtitle: banner.subtitle,
    cta_text: banner.ctaText,
    cta_link: banner.ctaLink,
    background_url: banner.background,
    background_alt: banner.backgroundAlt,
    image_url: banner.image,
    image_alt: banner.imageAlt,
    starts_at: banner.startsAt,
    ends_at: banner.endsAt,
  });
  return ok({});
}

export const removeBanner = async (tx: Tx, id: string): Promise<Outcome<object>> =>
  (await deleteBannerRow(tx, id)) ? ok({}) : notFound;
