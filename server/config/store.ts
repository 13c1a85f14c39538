import { z } from "zod";
import type { Values } from "./values.ts";

/**
 * Whether a text is the name of a time zone. An offset such as +05:00 is invalid, since it has no
 * summer time.
 */
const isTimeZone = (text: string): boolean => {
  try {
    return /^[A-Za-z]/.test(text) && new Intl.DateTimeFormat("en-US", { timeZone: text }) !== undefined;
  } catch {
    return false;
  }
};

/** The default name of the demo shop, and the default name of any other shop. */
const demoName = "Leaf & Vessel";
const unnamed = "Your shop";

/** Whether a name is a default name, which nobody has chosen. */
export const isDefaultName = (storeName: string): boolean => storeName === demoName || storeName === unnamed;

export const storeVariables = {
  STORE_NAME: z.string().min(1, "must be the shop's name").max(60, "must be the shop's name, up to 60 characters").optional(),
  SHOP_TIME_ZONE: z
    .string()
    .refine(isTimeZone, "must be a time zone by its name, such as America/New_York")
    .default("America/New_York"),
};

export type StoreConfig = {
  /** whether the shop shows the demo's name and texts until its owner sets others */
  isDemo: boolean;
  storeName: string;
  /** the IANA name of the time zone for dates and deliveries */
  timeZone: string;
};

/** The store's name and time zone. `seed` names the first contents of an empty catalog. */
export const storeOf = (values: Values<typeof storeVariables>, seed: "demo" | "none" | undefined): StoreConfig => ({
  isDemo: seed === "demo",
  storeName: values.STORE_NAME ?? (seed === "demo" ? demoName : unnamed),
  timeZone: values.SHOP_TIME_ZONE,
});
