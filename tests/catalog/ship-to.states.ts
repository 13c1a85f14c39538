import type { ShipToProps } from "../../islands/ui/ship-to.props.ts";

export const states = {
  everywhere: { name: "Not set" },
  texas: { area: "TX", name: "Texas" },
} satisfies Record<string, ShipToProps>;

/** The form in the header around the island (views/layouts/ship-to.hbs). */
export const beside = `<details class="ship-to" open>
  <summary class="site-action"><svg class="icon" aria-hidden="true"><use href="#i-truck"/></svg><!--island--></summary>
  <form class="ship-to__panel stack"><div class="field"><label class="field__label" for="ship_to">Ship to</label>
    <div class="select"><select id="ship_to" name="ship_to"><option value="">Not set</option><option value="TX">Texas</option></select><svg class="icon" aria-hidden="true"><use href="#i-chevron"/></svg></div></div>
    <button class="button button--secondary" type="submit">Set</button></form></details>`;
