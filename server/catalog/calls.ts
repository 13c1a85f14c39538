import { z } from "zod";
import { type Call, content, data, noContent } from "../web/call.ts";
import { cardsPath, offersPath, suggestionOptionsPath, suggestionsPath, viewsPath } from "./paths.ts";
import { offer, offersQuery, viewed } from "./schema.ts";

const place = z.strictObject({ name: z.string(), href: z.string() });
const suggestions = z.strictObject({
  products: z.array(
    z.strictObject({
      name: z.string(),
      href: z.string(),
      price: z.string(),
      picture: z.string(),
      backdropColour: z.enum(["white", "black"]),
    }),
  ),
  /** the matching categories and attribute values, each with the address of its listing */
  categories: z.array(place),
  /** the corrected query, if a word was misspelled */
  corrected: z.string().optional(),
});

const typedQuery = z.object({ q: z.string().optional() });

export const catalogCalls = {
  findCards: {
    method: "GET",
    path: cardsPath,
    summary: "Lists product cards by ID",
    crossOrigin: "public",
    query: z.object({ ids: z.array(z.string()).optional(), ship_to: z.string().optional() }),
    answer: content("text/html"),
  },
  findOffers: {
    method: "GET",
    path: offersPath,
    summary: "Lists variants on sale by their IDs, or by those of their products",
    crossOrigin: "public",
    query: offersQuery,
    answer: data(z.array(offer)),
    codes: ["invalid"],
  },
  suggest: {
    method: "GET",
    path: suggestionsPath,
    summary: "Suggests products for the search field",
    crossOrigin: "public",
    query: typedQuery,
    answer: data(suggestions),
  },
  suggestOptions: {
    method: "GET",
    path: suggestionOptionsPath,
    summary: "Lists the options of a search as HTML",
    crossOrigin: "public",
    query: typedQuery,
    answer: content("text/html"),
  },
  countView: {
    method: "POST",
    path: viewsPath,
    summary: "Counts a product view",
    guard: "origin",
    crossOrigin: "guest",
    body: viewed,
    answer: noContent,
    codes: ["not_found"],
  },
} as const satisfies Record<string, Call>;
