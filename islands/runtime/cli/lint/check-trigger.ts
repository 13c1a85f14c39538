import { unknownTrigger } from "../../render/trigger-names.ts";
import { mediaQueryFault } from "./media-query.ts";

/** Describes why a trigger never fires: nothing has its name, or no browser can read its query. */
export function triggerFault(trigger: string): string | undefined {
  const unknown = unknownTrigger(trigger);
  const [, query = ""] = /^media:\s*(.+)$/s.exec(trigger) ?? [];
  const fault = unknown || query === "" ? undefined : mediaQueryFault(query.trim());
  return fault ? `the media query ${JSON.stringify(query.trim())} ${fault}` : unknown;
}
