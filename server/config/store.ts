import { z } from "zod";
import type { Values } from "./values.ts";

/** Names only: an offset such as +05:00 knows no summer time. */
const isTimeZone = (text: string): boolean => {
  try {
    return /^[A-Za-z]/.test(text) && new Intl.DateTimeFormat("en-US", { timeZone: text }) !== undefined;
  } catch {
    return false;
  }
};

/** What a shop is called whose owner has named it nowhere. */
export const defaultStoreName = "Leaf & Vessel";

export const storeVariables = {
  STORE_NAME: z
    .string()
    .min(1, "must be the shop's name")
    .max(60, "must be the shop's name, up to 60 characters")
    .default(defaultStoreName),
  SHOP_TIME_ZONE: z
    .string()
    .refine(isTimeZone, "must be a time zone by its name, such as America/New_York")
    .default("America/New_York"),
};

export type StoreConfig = {
  storeName: string;
  /** in which dates are shown and deliveries are counted, by IANA name */
  timeZone: string;
};

export const storeOf = (values: Values<typeof storeVariables>): StoreConfig => ({
  storeName: values.STORE_NAME,
  timeZone: values.SHOP_TIME_ZONE,
});
