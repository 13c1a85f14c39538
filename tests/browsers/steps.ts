import { annInTexas } from "../support/addresses.ts";
import type { Tab } from "../support/engines/tab.ts";
import { expect } from "../support/engines/test.ts";

/** Country and area are chosen, not typed. */
const { country: _country, countryArea: _area, ...typedAddress } = annInTexas;

export const demo = { email: "demo@example.com", password: "Green-leaf-42" };
/** A product in stock, with several packs. */
export const productPath = "/storefront/products/lemon-meridian/";

export const alive = (tab: Tab, island: string): Promise<void> => tab.see(`[data-island=${island}][data-island-alive]`);

/** Waits until every visible island is alive, except those that wait for a touch. */
export async function allAlive(tab: Tab): Promise<void> {
  const asleep = () =>
    tab.run(() => {
      const inSight = (el: Element) => {
        const { top, bottom, height } = el.getBoundingClientRect();
        return height > 0 && bottom > 0 && top < innerHeight;
      };
      const waiting = "[data-island]:not([data-island-alive],[data-island-on=interaction],[data-island=search-box])";
      return [...document.querySelectorAll<HTMLElement>(waiting)].filter(inSight).map(({ dataset }) => dataset.island);
    });
  await expect.poll(asleep, { timeout: 30_000 }).toEqual([]);
}

export async function fillAddress(tab: Tab): Promise<void> {
  await tab.choose("[name=country]", "United States");
  await tab.choose("[name=countryArea]", "Texas");
  for (const [name, text] of Object.entries(typedAddress)) await tab.fill(`[name=${name}]`, text);
}

export async function fillCard(tab: Tab, number: string): Promise<void> {
  const card = { cardNumber: number, expirationDate: "12/30", securityCode: "123", cardName: "Ann Lee" };
  for (const [name, text] of Object.entries(card)) await tab.fill(`[name=${name}]`, text);
}

export const goOn = (tab: Tab): Promise<void> => tab.click(["main button", "Continue"]);

/** Goes from the contact step, with address and method, to the payment. */
export async function walkToPayment(tab: Tab, email: string): Promise<void> {
  await tab.arrive(/\/checkout\/contact\//);
  await tab.fill("[name=email]", email);
  await goOn(tab);
  await tab.arrive(/\/checkout\/shipping\//);
  await fillAddress(tab);
  await goOn(tab);
  await tab.arrive(/\/checkout\/shipping_method\//);
  await tab.click("[name=shippingMethodId]");
  await goOn(tab);
  await tab.arrive(/\/checkout\/payment\//);
}

export async function payWith(tab: Tab, number: string): Promise<void> {
  await fillCard(tab, number);
  await tab.click(["main button", /^Pay/]);
}

export async function seeConfirmation(tab: Tab): Promise<void> {
  await tab.arrive(/\/checkout\/confirmation\//);
  await tab.see(["h1", /Thank you/]);
}

/** Signs in by the form on the current page. */
export async function signIn(tab: Tab, email: string, password: string): Promise<void> {
  await alive(tab, "signin-form");
  await tab.fill(["input", "Email"], email);
  await tab.fill(["input", "Password"], password);
  await tab.click(["main button", "Sign in"]);
}
