import type { Refusal } from "../../outcome.ts";

/**
 * A page's notice about a link that was not mailed; undefined if a field is wrong, since the field
 * shows its own error.
 */
export function linkRequestNotice(refusal: Refusal | undefined) {
  if (!refusal || refusal.errors) return undefined;
  const message = refusal.error;
  if (refusal.code === "work_required") return { kind: "warning", heading: "No new link was sent", message };
  return { kind: "error", heading: "Something went wrong!", message };
}
