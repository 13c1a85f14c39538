import { fetchHtml } from "server-islands/html";

/** A product's options: elements of the product's page, and the product data in it. */
export type Options = {
  price: Element;
  choices: Element;
  card: { name: string; category: { slug: string }; variants: { id: string; name: string; price: number }[] };
};

/**
 * Reads the options from the product's page, which is cached for everybody. Rejects if they cannot
 * be read.
 */
export async function fetchOptions(href: string): Promise<Options> {
  const page = new DOMParser().parseFromString(await fetchHtml(href), "text/html");
  const findElement = (selector: string): Element => {
    const element = page.querySelector(selector);
    if (!element) throw new Error(`${href} has no ${selector}`);
    return element;
  };
  const choices = findElement("#buy .choices");
  for (const input of choices.querySelectorAll<HTMLInputElement>("[data-most='0'] input")) input.disabled = true;
  if (!choices.querySelector("input:not([disabled])")) throw new Error(`${href} has nothing left`);
  const card = JSON.parse(findElement("#product-data").textContent ?? "") as Options["card"];
  return { price: findElement("#buy .price"), choices, card };
}
