import { escapeHtml, escapeJson } from "./escape.ts";
import type { IslandName, IslandProps } from "./island-types.ts";
import type { TriggerName } from "./trigger-names.ts";

type Options = { on?: TriggerName; tag?: string };

/** The HTML of an island as a template writes it by hand, with `fallback` as its content. */
export function islandHtml<Name extends IslandName>(
  name: Name,
  props: IslandProps<Name>,
  { on, tag = "div" }: Options = {},
  fallback = "",
): string {
  const trigger = on === undefined ? "" : ` data-island-on="${escapeHtml(on)}"`;
  const json = escapeJson(JSON.stringify(props));
  return `<${tag} data-island="${escapeHtml(name)}"${trigger} data-props='${json}'>${fallback}</${tag}>`;
}
