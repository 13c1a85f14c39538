/** The island has no content: it improves the listing around it. */
export const states = { closed: {}, "the filters in the drawer": {} };
export const presses = { "the filters in the drawer": "#filter-fold > summary" };

const box = (name: string, count: number) =>
  `<label class="check"><input type="checkbox" name="categories" value="${name}"><span>${name}</span><span class="check__count">${count}</span></label>`;

/** The parts of a listing's page that the island uses. */
export const beside = `<form action="/storefront/collections/"><input type="hidden" id="q"></form>
<main class="page">
  <dialog class="drawer drawer--below" aria-labelledby="drawer-title">
    <form class="drawer__head" method="dialog"><h2 id="drawer-title">Filter</h2>
      <button class="button button--quiet button--icon" aria-label="Close"><svg class="icon" aria-hidden="true"><use href="#i-close"/></svg></button></form>
    <div class="drawer__body"></div>
  </dialog>
  <p class="visually-hidden" role="status"></p>
  <div class="listing">
    <details class="listing__fold filters-fold" id="filter-fold">
      <summary class="button button--secondary"><span>Filter</span><svg class="icon" aria-hidden="true"><use href="#i-filter"/></svg></summary>
      <form class="filters" action="/storefront/collections/"><fieldset><legend>Category</legend>${box("Glass", 12)}${box("Seeds", 24)}</fieldset>
        <button class="button button--primary button--wide" type="submit">Show 72 products</button></form>
    </details>
    <p class="listing__count" tabindex="-1">72 products</p>
  </div>
</main>`;
