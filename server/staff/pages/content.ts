import { bannerPages, type ListedBanner } from "../../content/banner-records.ts";
import type { PageHead } from "../../content/content-pages.ts";
import { contentPagePath } from "../../content/paths.ts";
import type { ListedRedirect } from "../../content/redirects.ts";
import { type BannerFields, bannerLabels } from "../../content/rules/banner.ts";
import { isShown } from "../../content/rules/period.ts";
import { type ShopSettings, shopSettingLabels } from "../../content/rules/shop-settings.ts";
import type { Dates } from "../../dates.ts";
import { storedUrl } from "../../media/stored-name.ts";
import {
  staffBannerPath,
  staffBannerPicturePath,
  staffBannerRemovalPath,
  staffLogoPath,
  staffLogoRemovalPath,
  staffNavigationPath,
  staffPagePreviewPath,
  staffPagesPath,
  staffRedirectRemovalPath,
  staffRedirectsPath,
  staffSettingsPath,
  staffTextAddressPath,
  staffTextPath,
  staffTextRemovalPath,
} from "../paths.ts";
import { versionOf } from "../records.ts";
import { mayEnter } from "../rules/roles.ts";
import { fieldOf } from "../zoned-time.ts";
import { type DeskInput, deskFrame } from "./desk.ts";
import { type FormField, fieldsOf, type Resent, refusalOf } from "./form-fields.ts";
import type { HistoryEntry } from "./history.ts";

type Shown = Resent & { notice?: string | undefined; history?: readonly HistoryEntry[] };

const mayWritePages = ({ staff }: DeskInput): boolean => mayEnter(staff.role, { area: "pages", access: "write" });
const backToPages = { href: staffPagesPath, name: "Pages" };

type Form = {
  heading: string;
  action: string;
  seen: string;
  fields: readonly FormField[];
  mayWrite: boolean;
  back?: { href: string; name: string };
  lead?: string;
  previews?: true;
  preview?: string | undefined;
  warnings?: readonly string[];
  links?: readonly { href: string; name: string }[];
  address?: { action: string; field: FormField } | undefined;
  removal?: { action: string; warning?: string | undefined } | undefined;
  uploads?: readonly PictureUpload[];
};

/** A form that uploads one picture: the one that there is, and what else it asks. */
type PictureUpload = {
  id: string;
  heading: string;
  action: string;
  src: string;
  hint: string;
  /** which picture of the record; with it comes a description */
  place?: string;
  alt?: string;
  removal?: string | undefined;
};

const form = (desk: DeskInput, current: string, { notice, refusal, history = [] }: Shown, shown: Form) => ({
  ...deskFrame(desk, shown.heading, current),
  token: desk.token,
  notice,
  history,
  warnings: [],
  links: [],
  back: undefined,
  lead: undefined,
  previews: undefined,
  preview: undefined,
  address: undefined,
  removal: undefined,
  uploads: [],
  ...shown,
  ...refusalOf(refusal),
});
export type ContentFormPage = ReturnType<typeof form>;

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
  texts: readonly PageHead[];
  redirects: readonly (ListedRedirect & { isMissing: boolean })[];
  next: string | undefined;
  now: number;
};

/** Banners, pages of text, and redirects. */
export const pagesPage = (desk: DeskInput, dates: Dates, { banners, texts, redirects, next, now }: PagesInput, shown: Shown) => ({
  ...deskFrame(desk, "Pages", staffPagesPath),
  token: desk.token,
  notice: shown.notice,
  mayWrite: mayWritePages(desk),
  newBanner: staffBannerPath("new"),
  newText: staffTextPath("new"),
  navigation: staffNavigationPath,
  previews: bannerPages.map((name) => ({ name, href: staffPagePreviewPath(name) })),
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
    ...{ path, target, uses, isMissing, seen: versionOf({ path, target }) },
    used: usedAt === null ? "" : dates.day(usedAt).text,
  })),
  next,
  redirectsAction: staffRedirectsPath,
  redirectRemoval: staffRedirectRemovalPath,
  redirectFields: [
    { name: "path", label: "Old address", hint: "A path below /storefront/, as browsers show it." },
    { name: "target", label: "Leads to", hint: "A path of the shop, or an address with https://." },
  ].map(fieldsOf({}, shown)),
  formError: refusalOf(shown.refusal).formError,
});
export type PagesPage = ReturnType<typeof pagesPage>;

const uploadOf = (place: "background" | "image", bannerId: string) => ({
  ...{ id: place, place, heading: bannerLabels[place], action: staffBannerPicturePath(bannerId) },
  hint: "JPEG, PNG, WebP, AVIF, or GIF. It replaces the one that there is.",
});

/** One banner; `id` is `new` before it is there. */
export function bannerPage(
  desk: DeskInput,
  dates: Dates,
  { id, banner }: { id: string; banner: BannerFields | undefined },
  shown: Shown,
) {
  const saved: Record<string, string> = banner
    ? {
        ...Object.fromEntries(Object.entries(banner).map(([name, value]) => [name, String(value ?? "")])),
        active: banner.active ? "1" : "",
        startsAt: fieldOf(dates, banner.startsAt),
        endsAt: fieldOf(dates, banner.endsAt),
      }
    : { active: "1", position: "0", page: "home" };
  const field = fieldsOf(saved, shown);
  const line = (name: keyof BannerFields, hint?: string) => field({ name, label: bannerLabels[name], ...(hint && { hint }) });
  const when = (name: keyof BannerFields) =>
    field({
      name,
      label: bannerLabels[name],
      type: "datetime-local",
      hint: `In the shop’s time zone, ${dates.timeZone}. Empty: always.`,
    });
  const fields = [
    field({ name: "page", label: bannerLabels.page, kind: "choice", choices: bannerPages.map((page) => [page, page]) }),
    field({
      name: "position",
      label: bannerLabels.position,
      type: "number",
      hint: "The lowest stands first: at the head of the page.",
    }),
    field({ name: "active", label: bannerLabels.active, kind: "check" }),
    line("title"),
    line("subtitle"),
    line("ctaText"),
    line("ctaLink", "A path of the shop, such as /storefront/seeds/, or an address with https://."),
    line("background", "The address of a picture of the shop, which begins with /media/."),
    line("backgroundAlt", "What it shows, for those who can’t see it."),
    line("image", "The address of a picture of the shop, which begins with /media/."),
    line("imageAlt", "What it shows, for those who can’t see it."),
    when("startsAt"),
    when("endsAt"),
  ];
  const isNew = id === "new";
  return form(desk, staffPagesPath, shown, {
    heading: banner?.title ?? "New banner",
    back: backToPages,
    action: staffBannerPath(id),
    seen: banner ? versionOf(banner) : "",
    fields,
    mayWrite: mayWritePages(desk),
    ...(banner && { links: [{ name: "Preview the page", href: `${staffPagePreviewPath(banner.page)}?banner=${id}` }] }),
    ...(banner && {
      uploads: [
        { ...uploadOf("background", id), src: banner.background, alt: banner.backgroundAlt },
        { ...uploadOf("image", id), src: banner.image, alt: banner.imageAlt },
      ],
    }),
    ...(!isNew && { removal: { action: staffBannerRemovalPath(id) } }),
  });
}

type TextInput = {
  slug: string;
  text: { title: string; description: string; markdown: string } | undefined;
  /** cleaned HTML */
  preview?: string | undefined;
  /** why it should stay */
  warning?: string | undefined;
};

/** One page of text; `slug` is `new` before it is there. */
export function textPage(desk: DeskInput, { slug, text, preview, warning }: TextInput, shown: Shown) {
  const field = fieldsOf({ ...text }, shown);
  const isNew = text === undefined;
  const address = field({ name: "slug", label: "Address", hint: "Small letters, digits, and single hyphens: size-guide." });
  return form(desk, staffPagesPath, shown, {
    heading: text?.title ?? "New page",
    back: backToPages,
    lead: "The text is Markdown: # for headings, - for lists, [words](address) for links.",
    action: staffTextPath(slug),
    seen: text ? versionOf(text) : "",
    fields: [
      ...(isNew ? [address] : []),
      field({ name: "title", label: "Title" }),
      field({ name: "description", label: "Description", hint: "For search engines. Empty: the first words of the text." }),
      field({ name: "markdown", label: "Text", kind: "text", rows: 20 }),
    ],
    mayWrite: mayWritePages(desk),
    previews: true,
    preview,
    ...(!isNew && {
      links: [{ name: "See the page", href: contentPagePath(slug) }],
      address: { action: staffTextAddressPath(slug), field: { ...address, value: address.value || slug } },
      removal: { action: staffTextRemovalPath(slug), warning },
    }),
  });
}

type NavigationInput = { header: string; footer: string; seen: string; missing: readonly string[] };

/** The links of the header and the footer. */
export function navigationPage(desk: DeskInput, { header, footer, seen, missing }: NavigationInput, shown: Shown) {
  const field = fieldsOf({ header, footer }, shown);
  return form(desk, staffPagesPath, shown, {
    heading: "Header and footer",
    back: backToPages,
    action: staffNavigationPath,
    seen,
    warnings: missing.map((address) => `${address} leads to no page.`),
    fields: [
      field({
        name: "header",
        label: "Header",
        kind: "text",
        rows: 8,
        hint: "One link a line: Seeds | /storefront/seeds/. Empty: as the shop was made.",
      }),
      field({
        name: "footer",
        label: "Footer",
        kind: "text",
        rows: 16,
        hint: "A line without a bar begins a column. “* pages” lists all pages of text. Empty: as the shop was made.",
      }),
    ],
    mayWrite: mayWritePages(desk),
  });
}

/** What the shop is called, how it looks, and its legal lines. */
export function settingsPage(
  desk: DeskInput,
  { settings, unset }: { settings: ShopSettings; unset: ShopSettings },
  shown: Shown,
) {
  const field = fieldsOf(Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)])), shown);
  const line = (name: keyof ShopSettings, hint?: string) =>
    field({ name, label: shopSettingLabels[name], ...(hint && { hint }) });
  const text = (name: keyof ShopSettings, hint?: string) =>
    field({ name, label: shopSettingLabels[name], kind: "text", ...(hint && { hint }) });
  const zones = [["", `As configured: ${unset.timeZone}`], ...Intl.supportedValuesOf("timeZone").map((zone) => [zone, zone])];
  return form(desk, staffSettingsPath, shown, {
    heading: "Settings",
    lead: "What is empty is as the shop was made.",
    action: staffSettingsPath,
    seen: versionOf(settings),
    mayWrite: mayEnter(desk.staff.role, { area: "settings", access: "write" }),
    fields: [
      line("storeName", `Empty: ${unset.storeName}.`),
      field({ name: "timeZone", label: shopSettingLabels.timeZone, kind: "choice", choices: zones as [string, string][] }),
      line("homeTitle"),
      line("homeDescription"),
      line("tagline"),
      line("accentLight", "Such as #1f5c33. It is checked before it is saved: text in it must be readable."),
      line("accentDark", "The same on a dark page, such as #8fd9a4."),
      line("contactEmail"),
      line("contactPhone"),
      text("contactAddress"),
      text("smallPrint"),
      text("emailLegal"),
      text("invoiceLegal"),
    ],
    uploads: [
      {
        ...{ id: "logo", heading: shopSettingLabels.logo, action: staffLogoPath },
        src: settings.logo === "" ? "" : storedUrl(settings.logo),
        hint: "JPEG, PNG, WebP, AVIF, or GIF. It stands for the shop’s name in the header, 40 pixels high.",
        removal: settings.logo === "" ? undefined : staffLogoRemovalPath,
      },
    ],
  });
}
