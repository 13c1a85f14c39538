import { type ShopSettings, shopSettingLabels } from "../../content/rules/shop-settings.ts";
import { storedUrl } from "../../media/stored-name.ts";
import { staffLogoPath, staffLogoRemovalPath, staffSettingsPath } from "../paths.ts";
import { versionOf } from "../records.ts";
import { mayEnter } from "../rules/roles.ts";
import { contentForm, type Shown } from "./content-form.ts";
import type { DeskInput } from "./desk.ts";
import { fieldsOf } from "./form-fields.ts";

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
  return contentForm(desk, staffSettingsPath, shown, {
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
