import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Recorded exchanges with a gateway, by file name; undefined if GATEWAY_RECORDINGS names no folder
 * that has them, which the run reports (`missingTools`).
 */
export function gatewayRecordings(folder: string): ReadonlyMap<string, string> | undefined {
  const path = join(process.env.GATEWAY_RECORDINGS ?? "/nowhere", folder);
  if (!existsSync(path)) return undefined;
  return new Map(readdirSync(path).map((name) => [name, readFileSync(join(path, name), "utf8").trimEnd()]));
}
