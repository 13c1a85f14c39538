import type { FieldError } from "../../outcome.ts";
import { lineFault, textFault } from "../../text-faults.ts";
import { accentFault } from "./theme.ts";

const checkPolicies = ["", "review", "give-back"] as const;
type CheckPolicy = (typeof checkPolicies)[number];

/** The owner's settings of the shop; an empty text means the default. */
export type ShopSettings = {
  storeName: string;
  /** an IANA name */
  timeZone: string;
  /** the home page's title and description, for search engines */
  homeTitle: string;
  homeDescription: string;
  /** the text below the name in the footer */
  tagline: string;
  /** texts at the end of each page, at the end of emails, and on invoices */
  smallPrint: string;
  emailLegal: string;
  invoiceLegal: string;
  contactEmail: string;
  contactPhone: string;
  contactAddress: string;
  /**
   * the number of days after shipping in which a shopper can request a return; with 0, returns
   * cannot be requested on the site
   */
  returnDays: string;
  /**
   * what becomes of an approved card payment if the card's bank says that the billing address or
   * the security code is wrong: empty takes it, `review` puts its order on hold, `give-back` voids
   * it
   */
  addressMismatch: CheckPolicy;
  codeMismatch: CheckPolicy;
  /** `#rrggbb` */
  accentLight: string;
  accentDark: string;
  /** the key of a stored picture, and its size in pixels */
  logo: string;
  logoWidth: number;
  logoHeight: number;
  /** the logo that replaces `logo` on dark pages */
  darkLogo: string;
  darkLogoWidth: number;
  darkLogoHeight: number;
};

export const noSettings: ShopSettings = {
  storeName: "",
  timeZone: "",
  homeTitle: "",
  homeDescription: "",
  tagline: "",
  smallPrint: "",
  emailLegal: "",
  invoiceLegal: "",
  contactEmail: "",
  contactPhone: "",
  contactAddress: "",
  returnDays: "",
  addressMismatch: "",
  codeMismatch: "",
  accentLight: "",
  accentDark: "",
  logo: "",
  logoWidth: 0,
  logoHeight: 0,
  darkLogo: "",
  darkLogoWidth: 0,
  darkLogoHeight: 0,
};

/**
 * The pages for which a logo can be set. On dark pages, the logo `dark` replaces the logo `light`.
 */
export type LogoScheme = "light" | "dark";

/** The key of a stored picture, and its size in pixels. */
type LogoPicture = { key: string; width: number; height: number };

/** The settings that store a logo. */
export const logoFields = (scheme: LogoScheme, { key, width, height }: LogoPicture): Partial<ShopSettings> =>
  scheme === "light"
    ? { logo: key, logoWidth: width, logoHeight: height }
    : { darkLogo: key, darkLogoWidth: width, darkLogoHeight: height };

/** The fields of a shop without a logo. */
export const noLogo: LogoPicture = { key: "", width: 0, height: 0 };

export const shopSettingLabels: Readonly<Record<keyof ShopSettings, string>> = {
  storeName: "Shop name",
  timeZone: "Time zone",
  homeTitle: "Title of the home page",
  homeDescription: "Description of the home page",
  tagline: "Words below the name in the footer",
  smallPrint: "Legal lines of the footer",
  emailLegal: "Legal lines of emails",
  invoiceLegal: "Legal lines of invoices",
  contactEmail: "Contact email",
  contactPhone: "Contact phone",
  contactAddress: "Address of the business",
  returnDays: "Days to ask for a return",
  addressMismatch: "Wrong billing address",
  codeMismatch: "Wrong security code",
  accentLight: "Accent color in light",
  accentDark: "Accent color in dark",
  logo: "Logo",
  logoWidth: "Width of the logo",
  logoHeight: "Height of the logo",
  darkLogo: "Logo for dark pages",
  darkLogoWidth: "Width of the logo for dark pages",
  darkLogoHeight: "Height of the logo for dark pages",
};

/** The most characters of an email address (RFC 5321). */
export const longestEmail = 254;

const lines = {
  storeName: 60,
  homeTitle: 70,
  homeDescription: 300,
  tagline: 200,
  contactEmail: longestEmail,
  contactPhone: 40,
} as const satisfies Partial<Record<keyof ShopSettings, number>>;
const texts = { smallPrint: 600, emailLegal: 1000, invoiceLegal: 1000, contactAddress: 300 } as const satisfies Partial<
  Record<keyof ShopSettings, number>
>;

/**
 * Whether a text is the name of a time zone. An offset such as +05:00 is invalid, since it has no
 * summer time.
 */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat("en-US", { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

export const isEmail = (text: string): boolean => /^[^\s@<>"(),:;\\]+@[^\s@<>"(),:;\\]+\.[^\s@<>"(),:;\\]+$/.test(text);
const isPhone = (text: string): boolean => /^\+?[0-9 ().-]+$/.test(text) && text.replace(/\D/g, "").length > 4;

/** The errors of invalid settings. */
export function settingFaults(settings: ShopSettings): FieldError[] {
  const faults: [keyof ShopSettings, string | undefined][] = [
    ...Object.entries(lines).map(([field, longest]) => settingFault(settings, field as keyof typeof lines, lineFault, longest)),
    ...Object.entries(texts).map(([field, longest]) => settingFault(settings, field as keyof typeof texts, textFault, longest)),
    ["timeZone", settings.timeZone === "" || isTimeZone(settings.timeZone) ? undefined : "must be one of the list."],
    ["returnDays", /^(\d{1,3})?$/.test(settings.returnDays) ? undefined : "must be a whole number up to 999."],
    ["addressMismatch", checkPolicies.includes(settings.addressMismatch) ? undefined : "must be one of the list."],
    ["codeMismatch", checkPolicies.includes(settings.codeMismatch) ? undefined : "must be one of the list."],
    ["contactEmail", settings.contactEmail === "" || isEmail(settings.contactEmail) ? undefined : "isn’t an email address."],
    ["contactPhone", settings.contactPhone === "" || isPhone(settings.contactPhone) ? undefined : "isn’t a phone number."],
    ["accentLight", settings.accentLight === "" ? undefined : accentFault(settings.accentLight, "light")],
    ["accentDark", settings.accentDark === "" ? undefined : accentFault(settings.accentDark, "dark")],
  ];
  return faults.flatMap(([field, words]) => (words ? [{ field, message: `${shopSettingLabels[field]} ${words}` }] : []));
}

function settingFault<Field extends keyof typeof lines | keyof typeof texts>(
  settings: ShopSettings,
  field: Field,
  judge: (text: string, longest: number) => string | undefined,
  longest: number,
): [Field, string | undefined] {
  return [field, judge(settings[field], longest)];
}
