import type { Shop } from "../shop.ts";
import { type Routes, routes } from "../web/routes.ts";
import { addressRoutes } from "./routes/addresses.ts";
import { type ExportData, exportRoutes } from "./routes/export.ts";
import type { Leave } from "./routes/leave.ts";
import { profileRoutes } from "./routes/profile.ts";
import { type SettingsView, settingsRoutes } from "./routes/settings.ts";

type Parts = { leave: Leave; settings: SettingsView; exportData: ExportData };

/**
 * The routes of customers. The caller passes in other features' functions that end a sign-in or
 * export data.
 */
export function customerRoutes(shop: Shop, { leave, settings, exportData }: Parts): Routes {
  return routes(
    // The routes of addresses come before the routes of the profile, since the profile's path with
    // a field also matches the addresses' paths.
    addressRoutes(shop, settings),
    settingsRoutes(shop, { view: settings, leave }),
    exportRoutes(shop, { view: settings, exportData }),
    profileRoutes(shop, leave),
  );
}
