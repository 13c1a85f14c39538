import { openBannerPages } from "../../content/banner-records.ts";
import { type BannerFields, bannerLabels } from "../../content/rules/banner.ts";
import { box, select } from "../forms/choice-fields.ts";
import { moment } from "../forms/date-fields.ts";
import { line } from "../forms/fields.ts";
import { type FormContext, form } from "../forms/form.ts";
import { wholeNumber } from "../forms/number-fields.ts";
import { link } from "./link-field.ts";

/**
 * The pages that can have banners. The page that a banner is on stays a choice even after that page
 * was removed.
 */
async function pageOptions({ db }: FormContext, page = "home") {
  const pages = new Set([...(await openBannerPages(db)), page]);
  return [...pages].map((each) => ({ value: each, label: each }));
}

const placeHint = (_context: FormContext, isNew: boolean) =>
  `The lowest stands first: at the head of the page.${isNew ? " Leave empty to put it last." : ""}`;
const pictureHint = (_context: FormContext, isNew: boolean) =>
  isNew
    ? "Leave it empty: you upload the picture once the banner is saved."
    : "Filled in by the upload below. Or the address of a picture of the shop, which begins with /media/.";
const periodHint = ({ dates }: FormContext) => `In the shop’s time zone, ${dates.timeZone}. Leave empty for no limit.`;
const altHint = "What it shows, for those who can’t see it.";
const linkHint =
  "Enter the name of a page, category, collection, or product; a path of the shop, such as /storefront/seeds/; or an address with https://.";

/** The form of a banner. Refusals name its fields by the same labels. */
export const bannerForm = form<BannerFields>({
  page: select(bannerLabels.page, pageOptions, { first: "home" }),
  position: wholeNumber(bannerLabels.position, { type: "number", none: Number.NaN, hint: placeHint }),
  active: box(bannerLabels.active, { isTickedFirst: true }),
  title: line(bannerLabels.title),
  subtitle: line(bannerLabels.subtitle),
  ctaText: line(bannerLabels.ctaText),
  ctaLink: link(bannerLabels.ctaLink, { hint: linkHint }),
  background: line(bannerLabels.background, { hint: pictureHint }),
  backgroundAlt: line(bannerLabels.backgroundAlt, { hint: altHint }),
  image: line(bannerLabels.image, { hint: pictureHint }),
  imageAlt: line(bannerLabels.imageAlt, { hint: altHint }),
  startsAt: moment(bannerLabels.startsAt, { hint: periodHint }),
  endsAt: moment(bannerLabels.endsAt, { hint: periodHint }),
});
