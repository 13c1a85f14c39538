import {
  staffCustomersPath,
  staffOrdersPath,
  staffProductsPath,
  staffReviewsPath,
  staffRulesPath,
  staffStockPath,
} from "./paths.ts";
import type { Need } from "./rules/roles.ts";

/** The lists whose views people save, each with its screen. */
export const lists = {
  orders: { path: staffOrdersPath, need: { area: "orders", access: "read" } },
  customers: { path: staffCustomersPath, need: { area: "customers", access: "read" } },
  products: { path: staffProductsPath, need: { area: "products", access: "read" } },
  stock: { path: staffStockPath, need: { area: "stock", access: "read" } },
  promos: { path: staffRulesPath("promos"), need: { area: "rules", access: "read" } },
  reviews: { path: staffReviewsPath, need: { area: "reviews", access: "read" } },
} as const satisfies Record<string, { path: string; need: Need }>;

export type ListName = keyof typeof lists;

export const isListName = (word: string): word is ListName => Object.hasOwn(lists, word);
