import { describeProblem } from "../build/problems.ts";
import { problemsOf } from "../build/problems-of.ts";
import { build } from "./build.ts";
import { dev } from "./dev/dev.ts";
import { gallery } from "./gallery/gallery.ts";
import { lint } from "./lint/lint.ts";
import { create } from "./new/new.ts";
import { isWrongCall } from "./usage.ts";

const usage = `islands build DIR --out DIR [--framework preact|react] [--static DIR] [--css FILE] [--dev]
    Builds the islands of DIR: every <feature>/<name>.tsx with <name>.props.ts beside it.
    --static is copied into the build; --css is a stylesheet, in the folder of --static if there is one.
islands dev DIR --out DIR [--pages DIR] [--port 4200] [--framework preact|react] [--static DIR] [--css FILE]
    Serves the HTML files of --pages. Open pages show each change of a page, an island or a
    stylesheet, and what is wrong.
islands new FEATURE/NAME [--islands DIR] [--tests DIR]
    Writes a component, its props, its states and a test that passes, and configurations of vitest
    and TypeScript where there are none.
islands lint FILE|URL … [--schemas FILE]
    Checks the islands in HTML and in templates by the build's dist/islands.schema.json, or by the
    file of --schemas. Ends with 1 if there is a problem.
islands gallery DIR --out DIR [--tests DIR] [--port 4100] [--static DIR] [--css FILE] [--body FILE]
    Builds, and serves every island in every state of its <name>.states.ts in --tests, in light and
    in dark colors. The HTML of --body, such as icons, comes first on each page.`;

const commands: Record<string, (args: string[]) => Promise<number>> = { build, dev, gallery, lint, new: create };

/** Prints what is wrong. The exit code: 0, 1 if there are problems, 2 for a wrong call. */
async function main([name = "", ...args]: string[]): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    console.error(usage);
    return name === "" || name === "help" || name === "--help" ? 0 : 2;
  }
  try {
    return await command(args);
  } catch (error) {
    if (isWrongCall(error)) console.error(`${error.message}\n\n${usage}`);
    else for (const problem of problemsOf(error)) console.error(describeProblem(problem));
    return isWrongCall(error) ? 2 : 1;
  }
}

process.exitCode = await main(process.argv.slice(2));
