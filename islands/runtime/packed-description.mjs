// While `npm pack` runs, package.json is the packed one, and the own one is aside.
import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";

export const description = join(import.meta.dirname, "package.json");
const aside = join(import.meta.dirname, "package.own.json");

export const setAside = () => renameSync(description, aside);

/** Does nothing if no `npm pack` was stopped in between. */
export const putBack = () => {
  if (existsSync(aside)) renameSync(aside, description);
};
