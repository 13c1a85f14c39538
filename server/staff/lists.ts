import {
  staffCustomersPath,
  staffOrdersPath,
  staffProductsPath,
  staffReviewsPath,
  staffRulesPath,
  staffStockPath,
} from "./paths.ts";
import type { Need } from "./rules/permissions.ts";

/** The lists with saved views, each with its screen. */
export const lists = {
  orders: { path: staffOrdersPath, need: "orders:read" },
  customers: { path: staffCustomersPath, need: "customers:read" },
  products: { path: staffProductsPath, need: "products:read" },
  stock: { path: staffStockPath, need: "stock:read" },
  promos: { path: staffRulesPath("promos"), need: "rules:read" },
  reviews: { path: staffReviewsPath, need: "reviews:read" },
} as const satisfies Record<string, { path: string; need: Need }>;

export type ListName = keyof typeof lists;

export const isListName = (word: string): word is ListName => Object.hasOwn(lists, word);
