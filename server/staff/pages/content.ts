import type { ListedBanner } from "../../content/banner-records.ts";
import type { PageHead } from "../../content/content-pages.ts";
import { contentPagePath } from "../../content/paths.ts";
import type { ListedRedirect } from "../../content/redirects.ts";
import type { BannerFields } from "../../content/rules/banner.ts";
import { isShown } from "../../content/rules/period.ts";
import { readableAddress } from "../../content/rules/redirect.ts";
import type { Dates } from "../../dates.ts";
import { view } from "../../web/view.ts";
import {
  staffBannerPath,
  staffNavigationPath,
  staffPagePreviewPath,
  staffPagesPath,
  staffRedirectLinesPath,
  staffRedirectRemovalPath,
  staffRedirectsPath,
  staffTextPath,
} from "../paths.ts";
import { versionOf } from "../records.ts";
import { mayWritePages, type Shown } from "./content-form.ts";
import { type DeskInput, deskFrame } from "./desk.ts";
import { fieldsOf, refusalOf } from "./form-fields.ts";
import type { HistoryEntry } from "./history.ts";

const stateOf = ({ active, startsAt, endsAt }: BannerFields, now: number): { state: string; tone: string } => {
  if (!active) return { state: "Switched off", tone: "" };
  if (isShown({ startsAt, endsAt }, now)) return { state: "Shown", tone: "state--good" };
  return endsAt !== null && endsAt <= now ? { state: "Over", tone: "" } : { state: "Scheduled", tone: "state--wait" };
};

function whenOf({ startsAt, endsAt }: BannerFields, dates: Dates): string {
  const from = startsAt === null ? "" : `from ${dates.moment(startsAt).text}`;
  const until = endsAt === null ? "" : `until ${dates.moment(endsAt).text}`;
  return [from, until].filter(Boolean).join(" ") || "Always";
}

type PagesInput = {
  banners: readonly ListedBanner[];
  /** the pages that can have banners now: `home`, or a category's address, with its name */
  bannerPages: readonly { page: string; name: string }[];
  texts: readonly PageHead[];
  redirects: readonly (ListedRedirect & { isMissing: boolean })[];
  /** the last changes of all redirects */
  redirectHistory: readonly HistoryEntry[];
  next: string | undefined;
  now: number;
};

/** Banners, pages of text, and redirects. */
export const pagesPage = (
  desk: DeskInput,
  dates: Dates,
  { banners, bannerPages, texts, redirects, redirectHistory, next, now }: PagesInput,
  shown: Shown,
) => ({
  ...deskFrame(desk, "Pages", staffPagesPath),
  token: desk.token,
  notice: shown.notice,
  // the history of the record that was just removed
  history: shown.history ?? [],
  mayWrite: mayWritePages(desk),
  newBanner: staffBannerPath("new"),
  newText: staffTextPath("new"),
  navigation: staffNavigationPath,
  previews: bannerPages.map(({ page, name }) => ({ name, href: staffPagePreviewPath(page) })),
  banners: banners.map((banner) => ({
    href: staffBannerPath(banner.id),
    title: banner.title,
    page: banner.page,
    position: banner.position,
    when: whenOf(banner, dates),
    ...stateOf(banner, now),
  })),
  texts: texts.map(({ slug, title, updatedAt }) => ({
    title,
    href: staffTextPath(slug),
    address: contentPagePath(slug),
    changed: dates.day(updatedAt).text,
  })),
  redirects: redirects.map(({ path, target, uses, usedAt, isMissing }) => ({
    ...{ path, target, uses, isMissing, address: readableAddress(path), seen: versionOf({ path, target }) },
    used: usedAt === null ? "" : dates.day(usedAt).text,
  })),
  redirectHistory,
  next,
  redirectsAction: staffRedirectsPath,
  redirectRemoval: staffRedirectRemovalPath,
  redirectFields: [
    {
      name: "path",
      label: "Old address",
      hint: "A path as browsers show it, such as /products/old-name. With a ?, such as /shop/?p=12, it is the one with that alone.",
    },
    { name: "target", label: "Leads to", hint: "A path of the shop, or an address with https://." },
  ].map(fieldsOf({}, shown)),
  linesAction: staffRedirectLinesPath,
  linesField: fieldsOf(
    {},
    shown,
  )({
    name: "lines",
    label: "Old and new addresses",
    kind: "text",
    rows: 8,
    hint: "One redirect a line, with a comma between, as in the CSV file of another shop’s redirects: /products/old-name, /storefront/products/new-name/. Up to 500 at once. All are added, or none.",
  }),
  errors: refusalOf(shown.refusal).errors,
  formError: refusalOf(shown.refusal).formError,
});
type PagesPage = ReturnType<typeof pagesPage>;
export const pagesView = view<PagesPage>("staff/pages");
