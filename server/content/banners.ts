import { dependOnTime, reading } from "../db/changes/tracking.ts";
import type { Db, Row, Tx } from "../db/tables.ts";
import { newShortId } from "../ids.ts";
import { findBannersOf } from "./queries/banners.ts";
import { countBannerRows, findBanners, insertBanner, isOnBanner } from "./queries.ts";
import { isShown, nextChange, type Period } from "./rules/period.ts";
import { bannersSubject } from "./subjects.ts";

type Picture = { url: string; alt: string };

/** A hero or promo banner, with its fields (requirement 162). */
export type Banner = {
  id: string;
  background: Picture;
  bannerInfo: { title: string; subtitle: string; ctaButtonText: string; ctaButtonLink: string; image: Picture };
};

const bannerOf = (row: Row<"banner">): Banner => ({
  id: row.id,
  background: { url: row.background_url, alt: row.background_alt },
  bannerInfo: {
    title: row.title,
    subtitle: row.subtitle,
    ctaButtonText: row.cta_text,
    ctaButtonLink: row.cta_link,
    image: { url: row.image_url, alt: row.image_alt },
  },
});

/**
 * The banners shown at `now`. A page with banners is rendered again when one of them begins or
 * ends. `page` is `home` or a landing page's slug.
 */
export async function bannersOf(reader: Db, page: string, now: number): Promise<Banner[]> {
  const rows = await reading([bannersSubject(page)], () => findBanners(reader, page));
  const next = nextChange(rows.map(periodOf), now);
  if (next !== undefined) dependOnTime(next);
  return rows.filter((row) => isShown(periodOf(row), now)).map(bannerOf);
}

/** The banners that a page would show at a given time, and one banner regardless of its period. */
export async function bannersToPreview(
  reader: Db,
  page: string,
  { at, bannerId }: { at: number; bannerId: string | undefined },
): Promise<Banner[]> {
  const rows = await findBannersOf(reader, page);
  return rows.filter((row) => row.id === bannerId || (row.active === 1 && isShown(periodOf(row), at))).map(bannerOf);
}

const periodOf = ({ starts_at: startsAt, ends_at: endsAt }: Row<"banner">): Period => ({ startsAt, endsAt });

type NewBanner = Omit<Banner, "id"> & { page: string; position: number };

/** Adds a banner; an earlier banner at the same position stays. */
export const addBanner = (tx: Tx, { page, position, background, bannerInfo }: NewBanner): Promise<void> =>
  insertBanner(tx, {
    id: newShortId(),
    page,
    position,
    background_url: background.url,
    background_alt: background.alt,
    title: bannerInfo.title,
    subtitle: bannerInfo.subtitle,
    cta_text: bannerInfo.ctaButtonText,
    cta_link: bannerInfo.ctaButtonLink,
    image_url: bannerInfo.image.url,
    image_alt: bannerInfo.image.alt,
  });

/** Whether any banner shows the picture with this address. */
export const hasBanner = (reader: Db, url: string): Promise<boolean> => isOnBanner(reader, url);

/** The number of banners on all pages. */
export const countBanners = (reader: Db | Tx): Promise<number> => countBannerRows(reader);
