import { CardData } from "../card-data.ts";

/** The first of the test cards: no bank issued it, and the test gateway approves it. */
export const demoCard = (holder: string): CardData =>
  new CardData({ cardNumber: "4242424242424242", expirationDate: "12 / 34", securityCode: "123", cardName: holder });
