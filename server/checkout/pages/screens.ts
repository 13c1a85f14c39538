import type { PaymentScreen } from "../payment-screen.ts";
import type { CartScreen } from "./cart.ts";
import type { ContactScreen, MethodScreen, ShippingScreen } from "./steps.ts";

/** A screen with its view. */
type Screen = CartScreen | ContactScreen | ShippingScreen | MethodScreen | PaymentScreen;

/** A screen, or the address of an earlier one. */
export type ScreenOrRedirect = Screen | { redirect: string };
