const names = ["visible", "load", "idle", "interaction", "never"] as const;

/** What `on` and `data-island-on` take. */
export type TriggerName = (typeof names)[number] | `media:${string}`;

/** What is wrong with a trigger, and what is meant; undefined where there is such a trigger. */
export function unknownTrigger(trigger: string | undefined): string | undefined {
  if (trigger === undefined || trigger === "" || names.some((name) => name === trigger)) return undefined;
  if (/^media:\s*\S/.test(trigger)) return undefined;
  if (/^media/.test(trigger)) return `the trigger ${JSON.stringify(trigger)} has no query: write media:(min-width: 48rem)`;
  const meant = names.find((name) => distance(name, trigger.toLowerCase()) <= trigger.length / 3);
  const hint = meant ? `did you mean ${meant}?` : `there are ${names.join(", ")}, and media:(…)`;
  return `there is no trigger ${JSON.stringify(trigger)}; ${hint}`;
}

/** How many letters to insert, remove, or replace. */
function distance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [row, letter] of [...one].entries()) {
    const current = [row + 1];
    for (const [at, second] of [...other].entries()) {
      const replaced = (above[at] ?? 0) + Number(letter !== second);
      current.push(Math.min(replaced, (above[at + 1] ?? 0) + 1, (current[at] ?? 0) + 1));
    }
    above = current;
  }
  return above.at(-1) ?? 0;
}
