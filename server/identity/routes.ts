import type { Shop } from "../shop.ts";
import { type Routes, routes } from "../web/routes.ts";
import { passwordRoutes, type Settings } from "./routes/password.ts";
import { openIdentity } from "./routes/request-context.ts";
import { signInRoutes } from "./routes/sign-in.ts";
import { signUpRoutes } from "./routes/sign-up.ts";
import { socialRoutes } from "./routes/social.ts";

/**
 * `settings` shows the page with the form for a new password; it is passed in, since it is another
 * feature's.
 */
export function identityRoutes(shop: Shop, settings: Settings): Routes {
  const identity = openIdentity(shop);
  const signingIn = [socialRoutes, signInRoutes, signUpRoutes].map((open) => open(shop, identity));
  return routes(...signingIn, passwordRoutes(shop, identity, settings));
}
