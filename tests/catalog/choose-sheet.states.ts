import { islandHtml } from "../islands-shop/island-html.ts";
import { states as optionsStates } from "./choose-options.states.ts";

/** The sheet opens when the button of a card with several options is pressed. */
export const states = { closed: {}, "choosing a size": {} };
export const beside = islandHtml("choose-options", optionsStates.tee);
export const presses = { "choosing a size": "[data-island=choose-options] button" };

const size = (id: string, name: string, left: number, note: string, checked = "") =>
  `<label class="radio-card" data-most="${left}"><input type="radio" name="variantId" value="${id}" ${checked}>
    <span class="radio-card__name">${name}</span><span class="radio-card__note">${note}</span><span class="radio-card__price">$12.00</span></label>`;
const sizes = [
  size("s", "Small", 9, "In stock", "checked"),
  size("m", "Medium", 3, "Only 3 left"),
  size("l", "Large", 0, "out of stock"),
];
const tee = { name: "Tee", category: { slug: "apparel" }, variants: [{ id: "s", name: "Small", price: 12 }] };

/** The product's page, which contains the options. */
export const answers = {
  "choosing a size": {
    [optionsStates.tee.href]: `<form id="buy"><p class="price">$12.00</p>
    <fieldset class="choices"><legend>Size</legend><div class="radio-cards">${sizes.join("")}</div></fieldset></form>
    <script type="application/json" id="product-data">${JSON.stringify(tee)}</script>`,
  },
};
