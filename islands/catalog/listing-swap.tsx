import { useEffect } from "react";
import { markRestricted } from "../stores/ship-to.ts";
import { swapParts } from "../ui/swap.ts";
import { openDrawers } from "./listing-drawers.ts";

// What differs between two addresses of the catalogue.
const parts = "title,[rel=canonical],#ship-to-keeps,.page-head,.listing";

// What was chosen before anything was alive; the browser has kept it.
const early = ":checked:not([checked],[selected]),[checked]:not(:checked)";

type Control = HTMLInputElement | HTMLOptionElement | HTMLSelectElement;

const choose = (control: Control | null) => control?.form?.requestSubmit();

/**
 * Shows other goods without another page, and on phones the filters in a drawer. Wraps nothing: it
 * improves the forms and links beside it.
 */
export default function ListingSwap() {
  useEffect(start, []);
  return null;
}

function start(): () => void {
  const main = document.querySelector("main") as HTMLElement;
  const dialog = main.querySelector("dialog") as HTMLDialogElement;
  const search = document.getElementById("q") as HTMLInputElement;
  const status = main.querySelector("[role=status]") as HTMLElement;
  const fill = openDrawers(main, dialog);
  // A browser without the Navigation API keeps its forms and links as they are; so do those whose
  // event does not name what was pressed.
  const canSwap = "sourceElement" in (self.NavigateEvent?.prototype ?? {});
  if (canSwap) {
    swapParts(parts, () => {
      fill();
      markRestricted(main);
      search.value = new URLSearchParams(location.search).get("q") ?? "";
      status.textContent = (main.querySelector(".listing__count") as HTMLElement).textContent;
    });
    main.onchange = ({ target }) => choose(target as Control);
    // What was chosen is shown already: the button has nothing left to send.
    dialog.onsubmit = (event) => {
      if (!event.submitter) return;
      event.preventDefault();
      dialog.close();
    };
    main.dataset.swaps = "";
    choose(main.querySelector(early));
  }
  return () => {
    main.onclick = main.onchange = null;
    if (self.navigation) navigation.onnavigate = null;
  };
}
