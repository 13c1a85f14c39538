import { useEffect } from "react";
import { signInFor } from "../../server/customers/paths.ts";
import { draftPath } from "../../server/paths.ts";
import { call } from "../call.ts";
import { findPlaced } from "../stores/place.ts";

/** Leads to the sign-in and back to this page, which then shows the typed values again. */
export default function SessionOver() {
  useEffect(() => void leave(), []);
  return null;
}

async function leave(): Promise<void> {
  const host = findPlaced("session-over");
  if (!host) return;
  const { pathname, search } = location;
  const changedForms = [...document.forms].filter(isChanged);
  const typedValues = Object.assign({}, ...changedForms.map(readValues));
  const form = changedForms.at(-1)?.getAttribute("action");
  if (form) await call("POST", draftPath, { path: pathname, form, typed: typedValues }).catch(() => {});
  // The page may come back from the back-forward cache.
  host.remove();
  location.assign(signInFor(pathname + search));
}

type Control = HTMLInputElement & HTMLSelectElement & HTMLTextAreaElement;

/**
 * Selects fields whose values are not kept: passwords and cards are sent only in their own calls,
 * and a page cannot restore a chosen file.
 */
const secret = "[type=password],[type=file],[autocomplete^=cc-]";

const controlsOf = (form: HTMLFormElement) =>
  [...form.elements].filter((one): one is Control => one.matches("input:not([type=hidden]),select,textarea"));

const isChanged = (form: HTMLFormElement): boolean =>
  form.method === "post" && controlsOf(form).some((one) => !one.matches(secret) && differs(one));

const differs = ({ options, type, checked, defaultChecked, value, defaultValue }: Control): boolean => {
  if (options) return [...options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
  return /^(checkbox|radio)$/.test(type) ? checked !== defaultChecked : value !== defaultValue;
};

function readValues(form: HTMLFormElement): Record<string, FormDataEntryValue> {
  const values = Object.fromEntries(new FormData(form));
  for (const one of controlsOf(form)) if (one.matches(secret)) delete values[one.name];
  return values;
}
