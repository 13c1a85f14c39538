import { suggestionOptionsPath } from "../../server/catalog/paths.ts";

/**
 * The island shows suggestions for the text in the field. Here two letters were typed before the
 * island was loaded.
 */
export const states = { suggestions: {} };
export const presses = { suggestions: "#q" };

export const beside = `<form class="search" action="/storefront/collections/" role="search">
  <label class="visually-hidden" for="q">Search the shop</label>
  <input class="input" id="q" name="q" value="gl" role="combobox" aria-autocomplete="list" aria-expanded="false" aria-controls="suggestions" autofocus>
  <button class="button button--icon" type="submit" aria-label="Search"><svg class="icon" aria-hidden="true"><use href="#i-search"/></svg></button>
  <div class="search__found"><div id="suggestions" role="listbox" aria-label="Suggestions"></div></div>
  <output class="visually-hidden" name="found"></output>
</form>`;

const option = (at: number, name: string, price = "") =>
  `<a class="suggestion" id="suggestion-${at}" role="option" aria-selected="false" tabindex="-1" href="#${at}">
    <img class="suggestion__picture" data-backdrop="black" src="/media/${at}.svg" alt="" width="48" height="48">
    <span>${name}</span>${price && `<span class="suggestion__price">${price}</span>`}</a>`;

export const answers = {
  suggestions: {
    [suggestionOptionsPath]: [
      option(0, "Glacier Tube", "$24.00"),
      option(1, "Glass Jar", "$12.00"),
      option(2, "All 2 results for “gl”"),
    ].join(""),
  },
};
