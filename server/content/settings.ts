import type { Db, Tx } from "../db/tables.ts";
import { invalidFields, type Outcome, ok } from "../outcome.ts";
import { deleteSettingRow, findSettingRows, lockSettingRow, putSettingRow } from "./queries/settings.ts";
import type { FooterColumn, NavigationLink } from "./rules/navigation.ts";
import { addressesFor, type OwnerRecipients, recipientFaults } from "./rules/owner-recipients.ts";
import { noSettings, type ShopSettings, settingFaults } from "./rules/shop-settings.ts";

/** The header's links and the footer's columns; null if the default is used. */
export type Navigation = { header: NavigationLink[] | null; footer: FooterColumn[] | null };

export const noNavigation: Navigation = { header: null, footer: null };

/** The settings of the shop as a whole. */
export type Settings = { shop: ShopSettings; navigation: Navigation };

const merged = <Value extends object>(unset: Value, text: string | undefined): Value =>
  text === undefined ? unset : { ...unset, ...(JSON.parse(text) as Partial<Value>) };

/** All settings. A setting that was never saved has its default. */
export async function readSettings(reader: Db | Tx): Promise<Settings> {
  const rows = new Map((await findSettingRows(reader, ["shop", "navigation"])).map(({ name, value }) => [name, value]));
  return { shop: merged(noSettings, rows.get("shop")), navigation: merged(noNavigation, rows.get("navigation")) };
}

/** The shop's settings; locks their row until the transaction ends. */
export const lockShopSettings = async (tx: Tx): Promise<ShopSettings> =>
  merged(noSettings, (await lockSettingRow(tx, "shop"))?.value);

/** Saves the settings. Refuses with an error for each invalid field. */
export async function saveShopSettings(tx: Tx, settings: ShopSettings, now: number): Promise<Outcome<object>> {
  const faults = settingFaults(settings);
  if (faults.length > 0) return invalidFields(faults);
  await putSettingRow(tx, "shop", JSON.stringify(settings), now);
  return ok({});
}

/** The navigation; locks its row until the transaction ends. */
export const lockNavigation = async (tx: Tx): Promise<Navigation> =>
  merged(noNavigation, (await lockSettingRow(tx, "navigation"))?.value);

/** Saves a navigation that `readHeader` and `readFooter` have read. */
export async function saveNavigation(tx: Tx, navigation: Navigation, now: number): Promise<Outcome<object>> {
  if (navigation.header === null && navigation.footer === null) await deleteSettingRow(tx, "navigation");
  else await putSettingRow(tx, "navigation", JSON.stringify(navigation), now);
  return ok({});
}

const recipientsName = "owner-recipients";
const noRecipients: OwnerRecipients = { all: "" };

/** The recipients of emails to the owner; locks their row until the transaction ends. */
export const lockRecipients = async (tx: Tx): Promise<OwnerRecipients> =>
  merged(noRecipients, (await lockSettingRow(tx, recipientsName))?.value);

/** Saves the recipients. Refuses with an error for each field that holds an invalid address. */
export async function saveRecipients(tx: Tx, recipients: OwnerRecipients, now: number): Promise<Outcome<object>> {
  const faults = recipientFaults(recipients);
  if (faults.length > 0) return invalidFields(faults);
  await putSettingRow(tx, recipientsName, JSON.stringify(recipients), now);
  return ok({});
}

/** The addresses that get emails of this kind to the owner; `ownerMail` is `OWNER_MAIL`. */
export async function ownerAddresses(reader: Db | Tx, kind: string, ownerMail: string | undefined): Promise<string[]> {
  const [row] = await findSettingRows(reader, [recipientsName]);
  return addressesFor(merged(noRecipients, row?.value), kind, ownerMail);
}
