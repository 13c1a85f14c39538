import type { Shop } from "../shop.ts";
import { type Routes, routes } from "../web/routes.ts";
import type { ReleaseCustomerData } from "./disable.ts";
import { addressRoutes } from "./routes/addresses.ts";
import type { Leave } from "./routes/leave.ts";
import { profileRoutes } from "./routes/profile.ts";
import { type SettingsView, settingsRoutes } from "./routes/settings.ts";

type Parts = { leave: Leave; releaseCustomerData: ReleaseCustomerData; settings: SettingsView };

/** Functions of other features for a sign-out of all sessions and for erasing are passed in. */
export function customerRoutes(shop: Shop, { leave, releaseCustomerData, settings }: Parts): Routes {
  return routes(
    // Before the profile's, whose field names match the same paths.
    addressRoutes(shop, settings),
    settingsRoutes(shop, { view: settings, releaseCustomerData, leave }),
    profileRoutes(shop, leave),
  );
}
