import { exitWithParent } from "../../../parent.ts";
import { demoPeople } from "./people.ts";

/**
 * Runs the two demo providers as a separate program, which the shop starts (`start.ts`) with its
 * settings in `DEMO_PROVIDERS`. Prints `{"issuers":[…]}` once they listen. They have no passwords,
 * and only this machine reaches them.
 */
const { DEMO_PROVIDERS = "[]", NODE_ENV } = process.env;

export type DemoStart = { label: string; returnAddress: string; clientSecret: string };

if (NODE_ENV === "production") {
  console.error("demo providers do not run in production");
  process.exit(1);
}

// The library warns that it is used for a demonstration, which is the purpose here.
console.warn = () => {};
console.info = () => {};
const { openDemoProvider } = await import("./provider.ts");

const starts = JSON.parse(DEMO_PROVIDERS) as DemoStart[];
const running = await Promise.all(starts.map((one) => openDemoProvider({ ...one, people: demoPeople })));
process.stdout.write(`${JSON.stringify({ issuers: running.map(({ issuer }) => issuer) })}\n`);

const leave = () => process.exit(0);
process.on("SIGTERM", leave);
process.on("SIGINT", leave);
exitWithParent(leave);
