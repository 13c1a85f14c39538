import { nearest } from "./nearest.ts";

const names = ["visible", "load", "idle", "interaction", "never"] as const;

type Length = `${number}px` | `${number}%`;
type Lengths = Length | `${Length} ${Length}` | `${Length} ${Length} ${Length}` | `${Length} ${Length} ${Length} ${Length}`;

/** The triggers of `on` and `data-island-on`. */
export type TriggerName = (typeof names)[number] | `visible:${Lengths}` | `media:${string}`;

const length = String.raw`[-+]?(\d+|\d*\.\d+)(px|%)`;
/** A margin as CSS writes it: one to four lengths. */
const margin = new RegExp(String.raw`^visible:\s*${length}(\s+${length}){0,3}\s*$`);

/** The error of an unknown trigger, with a suggestion; undefined for a known one. */
export function unknownTrigger(trigger: string | undefined): string | undefined {
  if (trigger === undefined || trigger === "" || names.some((name) => name === trigger)) return undefined;
  if (/^media:\s*\S/.test(trigger) || margin.test(trigger)) return undefined;
  const quoted = JSON.stringify(trigger);
  if (trigger.startsWith("media")) return `the trigger ${quoted} has no query: write media:(min-width: 48rem)`;
  if (trigger.startsWith("visible:"))
    return `the trigger ${quoted} has a wrong margin: write one to four lengths in px or %, such as visible:200px`;
  const meant = nearest(trigger.toLowerCase(), names);
  const hint = meant ? `did you mean ${meant}?` : `there are ${names.join(", ")}, visible:200px, and media:(…)`;
  return `there is no trigger ${quoted}; ${hint}`;
}
