import { nearest } from "./nearest.ts";

const names = ["visible", "load", "idle", "interaction", "never"] as const;

/** The triggers of `on` and `data-island-on`. */
export type TriggerName = (typeof names)[number] | `media:${string}`;

/** The error of an unknown trigger, with a suggestion; undefined for a known one. */
export function unknownTrigger(trigger: string | undefined): string | undefined {
  if (trigger === undefined || trigger === "" || names.some((name) => name === trigger)) return undefined;
  if (/^media:\s*\S/.test(trigger)) return undefined;
  if (/^media/.test(trigger)) return `the trigger ${JSON.stringify(trigger)} has no query: write media:(min-width: 48rem)`;
  const meant = nearest(trigger.toLowerCase(), names);
  const hint = meant ? `did you mean ${meant}?` : `there are ${names.join(", ")}, and media:(…)`;
  return `there is no trigger ${JSON.stringify(trigger)}; ${hint}`;
}
