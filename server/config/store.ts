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

/** What the demo shop is called, and a shop whose owner has named it nowhere. */
const [demoName, unnamed] = ["Leaf & Vessel", "Your shop"];

/** Whether that is a name which nobody has chosen. */
export const isDefaultName = (storeName: string): boolean => storeName === demoName || storeName === unnamed;

export const storeVariables = {
  STORE_NAME: z.string().min(1, "must be the shop's name").max(60, "must be the shop's name, up to 60 characters").optional(),
  SHOP_TIME_ZONE: z
    .string()
    .refine(isTimeZone, "must be a time zone by its name, such as America/New_York")
    .default("America/New_York"),
};

export type StoreConfig = {
  /** whether it shows the demo's name and words where its owner has set none */
  isDemo: boolean;
  storeName: string;
  /** in which dates are shown and deliveries are counted, by IANA name */
  timeZone: string;
};

/** `seed` is what an empty catalog is filled with. */
export const storeOf = (values: Values<typeof storeVariables>, seed: "demo" | "none" | undefined): StoreConfig => ({
  isDemo: seed === "demo",
  storeName: values.STORE_NAME ?? (seed === "demo" ? demoName : unnamed),
  timeZone: values.SHOP_TIME_ZONE,
});
