import { cp, mkdir, mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { runShop } from "./running-shop.ts";
import { temporaryFolder } from "./temporary.ts";

const template = () => join(temporaryFolder(), "demo-shop");

/** Starts the demo shop once for the whole run. The tests' shops begin with copies of its data. */
export default async function makeDemoFolder(): Promise<void> {
  await mkdir(template());
  const shop = await runShop({}, template());
  const code = await shop.end();
  if (code !== 0) throw new Error(`the demo shop ended with ${code}; it printed:\n${shop.output()}`);
}

/** A folder of its own with the demo shop's data, for `runShop`. */
export async function copyDemoFolder(): Promise<string> {
  const directory = await mkdtemp(join(temporaryFolder(), "shop-run-"));
  await cp(template(), directory, { recursive: true });
  return directory;
}
