import type { Shop } from "../shop.ts";
import { type Routes, routes } from "../web/routes.ts";
import type { VisitorGrants } from "./parts.ts";
import { authenticatorRoutes } from "./routes/authenticator.ts";
import { passkeyRoutes } from "./routes/passkeys.ts";
import { passwordRoutes, type Settings } from "./routes/password.ts";
import { reauthenticationRoutes } from "./routes/reauthenticate.ts";
import { openIdentity } from "./routes/request-context.ts";
import { signInRoutes } from "./routes/sign-in.ts";
import { type FindOrderer, signUpRoutes } from "./routes/sign-up.ts";
import { socialRoutes } from "./routes/social.ts";
import { undoRoutes } from "./routes/undo.ts";

type Parts = {
  /**
   * shows the page with the form for a new password; passed in, since the page belongs to another
   * feature
   */
  settings: Settings;
  visitorGrants: VisitorGrants;
  findOrderer: FindOrderer;
};

/** The routes below `/identity/`. */
export function identityRoutes(shop: Shop, { settings, visitorGrants, findOrderer }: Parts): Routes {
  const identity = openIdentity(shop, visitorGrants);
  const signingIn = [socialRoutes, signInRoutes].map((open) => open(shop, identity));
  return routes(
    ...signingIn,
    authenticatorRoutes(shop, identity),
    passkeyRoutes(shop, identity, settings),
    undoRoutes(shop, identity),
    reauthenticationRoutes(shop, identity),
    signUpRoutes(shop, identity, findOrderer),
    passwordRoutes(shop, identity, settings),
  );
}
