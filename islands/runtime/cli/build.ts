import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { buildSite } from "../build/build.ts";
import { describeProblem, shownPath } from "../build/problems.ts";
import type { Framework, SiteOptions } from "../build/site-options.ts";
import { UsageError } from "./usage.ts";

const options = {
  out: { type: "string" },
  framework: { type: "string", default: "preact" },
  static: { type: "string" },
  css: { type: "string" },
  dev: { type: "boolean", default: false },
  tests: { type: "string", default: "tests" },
  body: { type: "string" },
  port: { type: "string" },
  pages: { type: "string", default: "pages" },
} as const;

type Values = { tests: string; pages: string; port?: string | undefined; body?: string | undefined };

/**
 * The site that the arguments of `build`, `gallery` or `dev` describe, and the other values of
 * these arguments.
 */
export function siteOf(args: string[]): { site: SiteOptions; values: Values } {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [dir, ...more] = positionals;
  if (!dir || more.length > 0 || !values.out)
    throw new UsageError("Give one folder with islands, and --out with the folder to build into");
  if (!isFramework(values.framework)) throw new UsageError("--framework must be preact or react");
  if (!isPort(values.port)) throw new UsageError("--port must be a number from 0 to 65535");
  const staticDir = values.static && resolve(values.static);
  const site = {
    islandsDir: resolve(dir),
    out: resolve(values.out),
    framework: values.framework,
    dev: values.dev,
    ...(staticDir && { staticDir }),
    ...(values.css && { stylesheet: staticDir ? join(staticDir, values.css) : resolve(values.css) }),
  };
  return { site, values };
}

const isPort = (port = "0"): boolean => /^\d+$/.test(port) && Number(port) < 65_536;

const isFramework = (name: string): name is Framework => name === "preact" || name === "react";

export async function build(args: string[]): Promise<number> {
  const { site } = siteOf(args);
  const { build, islands, milliseconds, problems } = await buildSite(site);
  for (const problem of problems) console.error(describeProblem(problem));
  const count = islands === 1 ? "1 island" : `${islands} islands`;
  console.log(`Built ${count} into ${shownPath(site.out)} in ${milliseconds} ms (build ${build})`);
  return 0;
}
