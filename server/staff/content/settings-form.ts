import { shopSettingLabels as labels, type ShopSettings } from "../../content/rules/shop-settings.ts";
import { radios, select } from "../forms/choice-fields.ts";
import { line, textArea } from "../forms/fields.ts";
import { form } from "../forms/form.ts";

type LogoField = "logo" | "logoWidth" | "logoHeight" | "darkLogo" | "darkLogoWidth" | "darkLogoHeight";
/** The settings without the logos, which have forms of their own. */
type SettingsFields = Omit<ShopSettings, LogoField>;

/** The hint that a typed text replaces all usual lines. */
const smallPrintHint = (usual: string) =>
  usual === "" ? undefined : `Leave empty for “${usual.replaceAll("\n", " ")}” Write that too if it should stay.`;

const inSmallLetters = { tidy: (text: string) => text.toLowerCase() };

const checkWords = {
  "": "Take the payment, and mark the order",
  review: "Put the order on hold until somebody has checked it",
  "give-back": "Decline the card, and take no money",
};

/** The form of the settings; `unset` has the values that apply where a field is left empty. */
export function settingsForm(unset: ShopSettings) {
  const empty = (name: keyof SettingsFields) => ({
    hint: unset[name] === "" ? undefined : `Leave empty for “${unset[name]}”.`,
  });
  const zones = () => [
    { value: "", label: `As configured: ${unset.timeZone}` },
    ...Intl.supportedValuesOf("timeZone").map((zone) => ({ value: zone, label: zone })),
  ];
  return form<SettingsFields>({
    storeName: line(labels.storeName, empty("storeName")),
    timeZone: select(labels.timeZone, zones),
    contactEmail: line(labels.contactEmail, empty("contactEmail")),
    contactPhone: line(labels.contactPhone, empty("contactPhone")),
    contactAddress: textArea(labels.contactAddress, empty("contactAddress")),
    returnDays: line(labels.returnDays, { hint: `After the order shipped. ${empty("returnDays").hint ?? ""}` }),
    addressMismatch: radios(labels.addressMismatch, checkWords, { first: "", saysWords: true }),
    codeMismatch: radios(labels.codeMismatch, checkWords, { first: "", saysWords: true }),
    homeTitle: line(labels.homeTitle, empty("homeTitle")),
    homeDescription: line(labels.homeDescription, empty("homeDescription")),
    accentLight: line(labels.accentLight, { ...empty("accentLight"), ...inSmallLetters }),
    accentDark: line(labels.accentDark, { ...empty("accentDark"), ...inSmallLetters }),
    tagline: line(labels.tagline, empty("tagline")),
    smallPrint: textArea(labels.smallPrint, { hint: smallPrintHint(unset.smallPrint) }),
    emailLegal: textArea(labels.emailLegal, empty("emailLegal")),
    invoiceLegal: textArea(labels.invoiceLegal, empty("invoiceLegal")),
  });
}
