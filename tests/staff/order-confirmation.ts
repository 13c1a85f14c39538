import { pageOf } from "../checkout/shopper.ts";
import type { Answer } from "../support/browser-of.ts";

/** The question on a page that asks for confirmation, and the fields of its confirming button. */
export function confirmationIn(answer: Answer) {
  const form = pageOf(answer).querySelector("form#confirm");
  const fields = [...(form?.querySelectorAll("input[name]") ?? [])].map((input) => [
    input.getAttribute("name") ?? "",
    input.getAttribute("value") ?? "",
  ]);
  const words = form?.querySelector(".notice")?.textContent?.replace(/\s+/g, " ").trim();
  return {
    words,
    button: form?.querySelector("button")?.textContent,
    fields: Object.fromEntries(fields) as Record<string, string>,
  };
}
