import { useEffect } from "react";
import { markRestricted } from "../stores/ship-to.ts";
import { swapParts } from "../ui/swap.ts";
import { openDrawers } from "./listing-drawers.ts";

// The parts of the page that a swap replaces.
const parts = "title,[rel=canonical],#ship-to-keeps,.page-head,.listing";

// Selects the controls whose choice differs from the server's HTML: the shopper made it before
// hydration, or the browser has restored it.
const early = ":checked:not([checked],[selected]),[checked]:not(:checked)";

type Control = HTMLInputElement | HTMLSelectElement;

// Submits a choice at once, but not a text: the shopper may continue in the next field. Enter, a
// button, or another choice submits the text.
const choose = (control: Control | null) => control?.type !== "text" && control?.form?.requestSubmit();

/**
 * Shows another selection of products without loading a page, and on phones the filters in a
 * drawer. The island has no content: it improves the forms and links beside it.
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
  const stop = swapParts(parts, (swapped) => {
    if (!swapped) {
      // The swap failed, so the page still shows the former products. The reset makes the checked
      // options match them. The drawer closes, since it would cover the error.
      for (const form of main.querySelectorAll("form")) form.reset();
      return dialog.close();
    }
    fill();
    markRestricted(main);
    search.value = new URLSearchParams(location.search).get("q") ?? "";
    status.textContent = (main.querySelector(".listing__count") as HTMLElement).textContent;
  });
  if (stop) {
    main.onchange = ({ target }) => choose(target as Control);
    // A choice was applied when it was made. So the drawer's button submits the form only if a text
    // was typed.
    dialog.onsubmit = (event) => {
      if (!event.submitter) return;
      const fields = (event.target as HTMLFormElement).querySelectorAll("input");
      if ([...fields].every(({ value, defaultValue }) => value === defaultValue)) event.preventDefault();
      dialog.close();
    };
    main.dataset.swaps = "";
    choose(main.querySelector(early));
  }
  return () => {
    main.onclick = main.onchange = null;
    stop?.();
  };
}

ListingSwap.needsPage = true;
