import type { Shop } from "../shop.ts";
import { type Routes, routes } from "../web/routes.ts";
import type { ReleaseCustomerData } from "./disable.ts";
import { addressRoutes } from "./routes/addresses.ts";
import type { Leave } from "./routes/leave.ts";
import { profileRoutes } from "./routes/profile.ts";
import { type SettingsView, settingsRoutes } from "./routes/settings.ts";

type Parts = { leave: Leave; releaseCustomerData: ReleaseCustomerData; settings: SettingsView };

/** What other features do when a customer leaves or is erased is passed in. */
export function customerRoutes(shop: Shop, { leave, releaseCustomerData, settings }: Parts): Routes {
  return routes(
    // Ahead of the profile's, whose fields have names in the same place.
    addressRoutes(shop, settings),
    settingsRoutes(shop, { view: settings, releaseCustomerData, leave }),
    profileRoutes(shop, leave),
  );
}
