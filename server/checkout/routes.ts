import type { Shop } from "../shop.ts";
import { type Routes, routes } from "../web/routes.ts";
import { cartRoutes } from "./routes/cart.ts";
import { lineRoutes } from "./routes/lines.ts";
import { phoneOrderRoutes } from "./routes/phone-order.ts";
import { promoRoutes } from "./routes/promo.ts";
import { readRoutes } from "./routes/read.ts";
import { stepRoutes } from "./routes/steps.ts";

/** The routes from the cart to the payment page. The payment call is in payments/routes.ts. */
export const checkoutRoutes = (shop: Shop): Routes =>
  routes(cartRoutes(shop), readRoutes(shop), lineRoutes(shop), stepRoutes(shop), promoRoutes(shop), phoneOrderRoutes(shop));
