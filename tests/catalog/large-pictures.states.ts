import { islandHtml } from "../islands-shop/island-html.ts";
import { states as boxStates } from "./buy-box.states.ts";

/** The dialog opens when a picture of the product is pressed. */
export const states = { closed: {}, "the first of two": {} };
export const presses = { "the first of two": "#pictures a" };

const picture = (number: number) =>
  `<li id="picture-${number}"><a href="/media/tee-${number}.svg"><span class="visually-hidden">Enlarge: </span><img src="/media/tee-${number}.svg" alt="Tee" width="400" height="400"></a></li>`;

/** The product's pictures, and the buy box, which follows them. */
export const beside = `<div class="gallery" data-backdrop="black"><ul class="gallery__stage" id="pictures">${picture(1)}${picture(2)}</ul></div>
  ${islandHtml("buy-box", boxStates["in stock"])}<footer id="site-footer"></footer>`;
