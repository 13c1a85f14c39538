import { type LogoScheme, type ShopSettings, shopSettingLabels } from "../../content/rules/shop-settings.ts";
import { storedUrl } from "../../media/stored-name.ts";
import type { FieldView } from "../forms/field-view.ts";
import type { StaffContext } from "../frame.ts";
import { staffLogoPath, staffLogoRemovalPath, staffSettingsPath } from "../paths.ts";
import { may } from "../people/rules/permissions.ts";
import { versionOf } from "../records/records.ts";
import { type ContentFormState, contentForm } from "./content-form-page.ts";

/** The settings of the shop: its name, its appearance, and its legal lines. */
export function settingsPage(
  context: StaffContext,
  { settings, fields }: { settings: ShopSettings; fields: readonly FieldView[] },
  state: ContentFormState,
) {
  const fieldsNamed = (...names: readonly (keyof ShopSettings)[]) =>
    fields.filter(({ name }) => names.some((each) => each === name));
  return contentForm(context, staffSettingsPath, state, {
    heading: "Settings",
    action: staffSettingsPath,
    seen: versionOf(settings),
    mayWrite: may(context.staff, "settings:write"),
    groups: [
      {
        heading: "Shop",
        fields: fieldsNamed("storeName", "timeZone"),
      },
      {
        heading: "Contact",
        lead: "What is filled in stands in the footer of each page. The email address also stands in each email to shoppers, and gets their replies.",
        fields: fieldsNamed("contactEmail", "contactPhone", "contactAddress"),
      },
      {
        heading: "Returns",
        lead: "Shoppers ask for a return on the order’s page, and you accept or decline it. 0 takes the form away.",
        fields: fieldsNamed("returnDays"),
      },
      {
        heading: "Card checks",
        lead: "A bank may approve a card and yet say that the billing address or the security code is wrong. The order’s page and its packing slip then say so.",
        fields: fieldsNamed("addressMismatch", "codeMismatch"),
      },
      {
        heading: "Home page",
        lead: "For search engines. The title is also the heading of the page while no banner stands at its head.",
        fields: fieldsNamed("homeTitle", "homeDescription"),
      },
      { heading: "Colors", lead: colourLead, fields: fieldsNamed("accentLight", "accentDark") },
      { heading: "Footer", fields: fieldsNamed("tagline", "smallPrint") },
      { heading: "Emails and invoices", fields: fieldsNamed("emailLegal", "invoiceLegal") },
    ],
    uploads: [
      logo("light", settings.logo, lightHint(settings.darkLogo !== "")),
      // The dark logo replaces the logo on dark pages, so it needs a logo to replace.
      ...(settings.logo === "" && settings.darkLogo === "" ? [] : [logo("dark", settings.darkLogo, darkHint)]),
    ],
  });
}

const logo = (scheme: LogoScheme, key: string, hint: string) => {
  const action = {
    action: staffLogoRemovalPath,
    label: scheme === "light" ? "Remove the logo" : "Remove the logo for dark pages",
  };
  return {
    ...(scheme === "light"
      ? { id: "logo", heading: shopSettingLabels.logo }
      : { id: "dark-logo", heading: shopSettingLabels.darkLogo }),
    action: staffLogoPath,
    scheme,
    hint: `JPEG, PNG, WebP, AVIF, or GIF. ${hint}`,
    src: key === "" ? "" : storedUrl(key),
    removal: key === "" ? undefined : action,
  };
};

const lightHint = (hasDark: boolean) =>
  hasDark
    ? "It stands for the shop’s name in the header, 40 pixels high, on light pages and on paper."
    : "It stands for the shop’s name in the header, 40 pixels high, on light and on dark pages: choose one that can be seen on both, or add one for dark pages.";

const darkHint =
  "It takes the place of the logo where a shopper’s device asks for dark pages. Without it, the logo stands there too.";

const colourLead =
  "Of buttons and links: a number sign and six digits, as color pickers show it, such as #1f5c33 on light pages and #8fd9a4 on dark ones. Text in it must be readable: that is checked before it is saved.";
