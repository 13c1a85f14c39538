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
import { stateCell, type TimeContext, timeCell } from "../lists/columns.ts";
import { type RowForm, recordTable } from "../lists/table.ts";
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

const redirectForm = ({ path, target }: ListedRedirect): RowForm => ({
  action: staffRedirectRemovalPath,
  fields: [
    { name: "path", value: path },
    { name: "seen", value: versionOf({ path, target }) },
  ],
  buttons: [{ text: "Remove", label: `Remove the redirect of ${readableAddress(path)}`, isDanger: true }],
});

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

const redirectTable = (context: StaffContext, times: TimeContext, redirects: PagesInput["redirects"]) =>
  recordTable({
    caption: "Old addresses and where they lead",
    columns: [
      { label: "Old address", cell: ({ path }) => readableAddress(path) },
      { label: "Leads to", cell: ({ target }) => target },
      { label: "State", cell: ({ isMissing }) => (isMissing ? stateCell(stateLabel("wrong", "leads to no page")) : "") },
      { label: "Followed", isFigure: true, cell: ({ uses }) => String(uses) },
      { label: "Last", isLabeled: true, cell: ({ usedAt }) => (usedAt === null ? "never" : timeCell(usedAt, times)) },
    ],
    rows: redirects,
    form: mayWritePages(context) ? redirectForm : undefined,
  });

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
  banners: recordTable({
    caption: "Banners by page, in their order",
    columns: [
      { label: "Title", cell: ({ id, title }) => ({ text: title, href: staffBannerPath(id) }) },
      { label: "Page", cell: ({ page }) => page },
      { label: "Place", isFigure: true, cell: ({ position }) => String(position) },
      { label: "State", isInFirstLine: true, cell: (banner) => stateCell(stateOf(banner, now)) },
      { label: "When", cell: (banner) => whenOf(banner, dates) },
    ],
    rows: banners,
  }),
  texts: recordTable({
    caption: "Pages of text, as footers list them",
    columns: [
      { label: "Title", cell: ({ slug, title }) => ({ text: title, href: staffTextPath(slug) }) },
      { label: "Address", cell: ({ slug }) => contentPagePath(slug) },
      { label: "Changed", isLabeled: true, cell: ({ updatedAt }) => timeCell(updatedAt, { dates, now }) },
    ],
    rows: texts,
  }),
  redirects: redirectTable(context, { dates, now }, redirects),
  redirectHistory,
  next,
  redirectsAction: staffRedirectsPath,
  redirectFields: resentFields(redirectFields, state),
  linesAction: staffRedirectLinesPath,
  linesFields: resentFields(linesFields, state),
  ...formErrors(state.refusal),
});
type PagesPage = ReturnType<typeof pagesPage>;
export const pagesView = view<PagesPage>("staff/pages");
