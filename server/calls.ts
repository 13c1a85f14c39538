import type { Call } from "./web/call.ts";
import { wishlistCalls } from "./wishlist/calls.ts";

/** Every call of the shop, by a name of its own. */
export const calls: Readonly<Record<string, Call>> = { ...wishlistCalls };
