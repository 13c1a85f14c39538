import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { buildSite } from "../build/build.ts";
import { describeProblem } from "../build/problems.ts";
import { problemsOf } from "../build/problems-of.ts";
import type { Framework, SiteOptions } from "../build/site-options.ts";
import { isWrongCall, UsageError } from "./usage.ts";

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
  if (!dir || more.length > 0 || !values.out) throw new UsageError("it takes one folder, and --out");
  if (!isFramework(values.framework)) throw new UsageError("--framework is preact or react");
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

const isFramework = (name: string): name is Framework => name === "preact" || name === "react";

export async function build(args: string[]): Promise<number> {
  try {
    const { build, islands, milliseconds, problems } = await buildSite(siteOf(args).site);
    for (const problem of problems) console.error(describeProblem(problem));
    console.log(`Built ${islands} islands as build ${build} in ${milliseconds} ms`);
    return 0;
  } catch (error) {
    if (isWrongCall(error)) throw error;
    for (const problem of problemsOf(error)) console.error(describeProblem(problem));
    return 1;
  }
}
