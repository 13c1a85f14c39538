import { createApp } from "../../../server/app.ts";
import type { Shop } from "../../../server/shop.ts";
import type { Route } from "../../../server/web/routes.ts";

/** Every route of the app, as it is registered. */
export const routesOf = (shop: Shop): readonly Route[] => createApp(shop).routes;
