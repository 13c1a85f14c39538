import { createApp } from "../../../server/app.ts";
import type { Shop } from "../../../server/shop.ts";
import type { Route } from "../../../server/web/routes.ts";

/** Everything that the app answers, as it was registered. */
export const routesOf = (shop: Shop): readonly Route[] => createApp(shop).routes;
