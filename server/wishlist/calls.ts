import { z } from "zod";
import { type Call, data, json, text } from "../web/call.ts";
import { favouriteFormPath, favouritePath, favouritesPath, wishlistPath } from "./paths.ts";
import { heartForm } from "./schema.ts";

const addedText = "added to your favorites";

/** The ids of a customer's favourites, the latest first. */
const favourites = z.strictObject({ wishlist: z.array(z.string()) });
export type Favourites = z.infer<typeof favourites>;

export const wishlistCalls = {
  findFavourites: {
    method: "GET",
    path: favouritesPath,
    summary: "Lists the customer's favorites",
    crossOrigin: "guest",
    answer: json(favourites),
    codes: ["signed_out"],
  },
  addFavourite: {
    method: "POST",
    path: favouritePath(":productId"),
    screen: wishlistPath,
    summary: "Adds a favorite",
    crossOrigin: "guest",
    guard: "csrf",
    answer: text(addedText),
    codes: ["signed_out", "limit_reached"],
  },
  removeFavourite: {
    method: "DELETE",
    path: favouritePath(":productId"),
    screen: wishlistPath,
    summary: "Removes a favorite",
    crossOrigin: "guest",
    guard: "csrf",
    answer: text("removed from your favorites"),
    codes: ["signed_out"],
  },
  addFavouriteByForm: {
    method: "POST",
    path: favouriteFormPath,
    screen: wishlistPath,
    summary: "Adds a favorite from a form on a cached page",
    crossOrigin: "guest",
    guard: "origin",
    body: heartForm,
    answer: data(z.literal(addedText)),
    codes: ["not_found", "signed_out", "limit_reached"],
  },
} as const satisfies Record<string, Call>;
