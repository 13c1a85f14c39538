import type { ListedBanner } from "../../content/banner-records.ts";
import type { PageHead } from "../../content/content-pages.ts";
import { contentPagePath } from "../../content/paths.ts";
import type { ListedRedirect } from "../../content/redirects.ts";
import type { BannerFields } from "../../content/rules/banner.ts";
import { isShown } from "../../content/rules/period.ts";
import { readableAddress } from "../../content/rules/redirect.ts";
import type { Dates } from "../../dates.ts";
import { type StateLabel, stateLabel } from "../../state-label.ts";
import { view } from "../../web/view.ts";
import { type FieldView, formErrors, resentFields } from "../forms/field-view.ts";
import { type StaffContext, staffFrame } from "../frame.ts";
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
import type { HistoryEntry } from "../records/history-page.ts";
import { versionOf } from "../records/records.ts";
import { type ContentFormState, mayWritePages } from "./content-form-page.ts";

const stateOf = ({ active, startsAt, endsAt }: BannerFields, now: number): StateLabel => {
  if (!active) return stateLabel("waiting", "Switched off");
  if (isShown({ startsAt, endsAt }, now)) return stateLabel("done", "Shown");
  return stateLabel("waiting", endsAt !== null && endsAt <= now ? "Over" : "Scheduled");
};

function whenOf({ startsAt, endsAt }: BannerFields, dates: Dates): string {
  const from = startsAt === null ? "" : `from ${dates.moment(startsAt).text}`;
  const until = endsAt === null ? "" : `until ${dates.moment(endsAt).text}`;
  return [from, until].filter(Boolean).join(" ") || "Always";
}

type PagesInput = {
  banners: readonly ListedBanner[];
  /**
   * the pages that can have banners now: `home`, or the address of a category, each with its name
   */
  bannerPages: readonly { page: string; name: string }[];
  texts: readonly PageHead[];
  redirects: readonly (ListedRedirect & { isMissing: boolean })[];
  /** the last changes of all redirects */
  redirectHistory: readonly HistoryEntry[];
  redirectFields: readonly FieldView[];
  linesFields: readonly FieldView[];
  next: string | undefined;
  now: number;
};

/** Banners, pages of text, and redirects. */
export const pagesPage = (
  context: StaffContext,
  dates: Dates,
  { banners, bannerPages, texts, redirects, redirectHistory, redirectFields, linesFields, next, now }: PagesInput,
  state: ContentFormState,
) => ({
  ...staffFrame(context, "Pages", staffPagesPath),
  token: context.token,
  notice: state.notice,
  // the history of the record that was just removed
  history: state.history ?? [],
  mayWrite: mayWritePages(context),
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
    path,
    target,
    uses,
    isMissing,
    address: readableAddress(path),
    seen: versionOf({ path, target }),
    used: usedAt === null ? "" : dates.day(usedAt).text,
  })),
  redirectHistory,
  next,
  redirectsAction: staffRedirectsPath,
  redirectRemoval: staffRedirectRemovalPath,
  redirectFields: resentFields(redirectFields, state),
  linesAction: staffRedirectLinesPath,
  linesFields: resentFields(linesFields, state),
  ...formErrors(state.refusal),
});
type PagesPage = ReturnType<typeof pagesPage>;
export const pagesView = view<PagesPage>("staff/pages");
