import { z } from "zod";
import type { Values } from "./values.ts";

/** Whether a text is a time zone's name: an offset such as +05:00 has no summer time. */
const isTimeZone = (text: string): boolean => {
  try {
    return /^[A-Za-z]/.test(text) && new Intl.DateTimeFormat("en-US", { timeZone: text }) !== undefined;
  } catch {
    return false;
  }
};

/** The name of the demo shop, and of a shop whose owner has set none. */
const demoName = "Leaf & Vessel";
const unnamed = "Your shop";

/** Whether nobody has chosen this name. */
export const isDefaultName = (storeName: string): boolean => storeName === demoName || storeName === unnamed;

export const storeVariables = {
  STORE_NAME: z.string().min(1, "must be the shop's name").max(60, "must be the shop's name, up to 60 characters").optional(),
  SHOP_TIME_ZONE: z
    .string()
    .refine(isTimeZone, "must be a time zone by its name, such as America/New_York")
    .default("America/New_York"),
};

export type StoreConfig = {
  /** whether it shows the demo's name and words if its owner has set none */
  isDemo: boolean;
  storeName: string;
  /** the time zone of dates and deliveries, by IANA name */
  timeZone: string;
};

/** `seed` names the first contents of an empty catalog. */
export const storeOf = (values: Values<typeof storeVariables>, seed: "demo" | "none" | undefined): StoreConfig => ({
  isDemo: seed === "demo",
  storeName: values.STORE_NAME ?? (seed === "demo" ? demoName : unnamed),
  timeZone: values.SHOP_TIME_ZONE,
});
