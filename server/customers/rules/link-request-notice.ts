import type { Refusal } from "../../outcome.ts";

/** What a page says of a link that was not mailed; nothing where a field is wrong, which says so itself. */
export function linkRequestNotice(refusal: Refusal | undefined) {
  if (!refusal || refusal.errors) return undefined;
  const message = refusal.error;
  if (refusal.code === "work_required") return { kind: "warning", heading: "No new link was sent", message };
  return { kind: "error", heading: "Something went wrong!", message };
}
