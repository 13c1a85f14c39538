import { build } from "./build.ts";
import { dev } from "./dev/dev.ts";
import { gallery } from "./gallery/gallery.ts";
import { lint } from "./lint/lint.ts";
import { create } from "./new/new.ts";
import { isWrongCall } from "./usage.ts";

const usage = `islands build DIR --out DIR [--framework preact|react] [--static DIR] [--css FILE] [--dev]
    Builds every <feature>/<name>.tsx of DIR that has <name>.props.ts beside it.
islands dev DIR --out DIR [--pages DIR] [--port 4200] [--framework preact|react] [--static DIR] [--css FILE]
    Serves the HTML files of --pages, shows each change of a page, an island or a stylesheet at once,
    and problems over the page.
islands new FEATURE/NAME [--islands DIR] [--tests DIR]
    Writes a component, its props, its states and a test that passes, and configurations of vitest
    and TypeScript where there are none.
islands lint FILE|URL … [--schemas FILE]
    Checks islands in HTML and in templates. Ends with 1 where something is to mend.
islands gallery DIR --out DIR [--tests DIR] [--port 4100] [--static DIR] [--css FILE] [--body FILE]
    Serves every island in every state of its <name>.states.ts, in both colour schemes. The HTML
    of --body, such as icons, stands before each.`;

const commands: Record<string, (args: string[]) => Promise<number>> = { build, dev, gallery, lint, new: create };

/** The exit code: 0, 1 if there are problems, 2 for a wrong call. */
async function main([name = "", ...args]: string[]): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    console.error(usage);
    return name === "" || name === "help" || name === "--help" ? 0 : 2;
  }
  try {
    return await command(args);
  } catch (error) {
    if (!isWrongCall(error)) throw error;
    console.error(`${error.message}\n\n${usage}`);
    return 2;
  }
}

process.exitCode = await main(process.argv.slice(2));
