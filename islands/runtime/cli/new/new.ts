import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { shownPath } from "../../build/problems.ts";
import { UsageError } from "../usage.ts";
import { missingConfigurations, missingSettings } from "./configurations.ts";

const options = {
  islands: { type: "string", default: "islands" },
  tests: { type: "string", default: "tests" },
} as const;

/** Lower case words with single dashes between them. */
const word = "[a-z][a-z0-9]*(?:-[a-z0-9]+)*";

/**
 * `islands new`: writes an island with a test that passes, and the configurations that the project
 * lacks. Never replaces a file.
 */
export async function create(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [, feature, name] = new RegExp(`^(${word})/(${word})$`).exec(positionals[0] ?? "") ?? [];
  if (!feature || !name || positionals.length > 1)
    throw new UsageError("islands new takes one FEATURE/NAME, in lower case with dashes, such as catalog/stock-bell");
  const folders = { islands: join(resolve(values.islands), feature), tests: join(resolve(values.tests), feature) };
  const files = islandFiles(name, folders);
  const existingFiles = Object.keys(files).filter((path) => existsSync(path));
  if (existingFiles.length > 0) throw new UsageError(`islands new replaces no file: ${existingFiles.map(shownPath).join(", ")}`);
  const settings = missingSettings();
  for (const [path, text] of Object.entries({ ...files, ...missingConfigurations(values) })) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    console.log(shownPath(path));
  }
  for (const setting of settings) console.log(setting);
  console.log(`Run its test: npx vitest run ${shownPath(join(folders.tests, `${name}.test.tsx`))}`);
  return 0;
}

const pascalCase = (name: string) => name.replace(/(?:^|-)([a-z0-9])/g, (_, first: string) => first.toUpperCase());

/** The texts of a new island's files, by path. */
function islandFiles(name: string, { islands, tests }: { islands: string; tests: string }): Record<string, string> {
  const component = pascalCase(name);
  const folder = relative(tests, islands).replaceAll("\\", "/");
  return {
    [join(islands, `${name}.props.ts`)]: `import { z } from "zod";

export const schema = z.object({ label: z.string(), count: z.number().int().min(0).default(0) });
export type ${component}Props = z.infer<typeof schema>;
`,
    [join(islands, `${name}.tsx`)]: `import { useState } from "react";
import type { ${component}Props } from "./${name}.props.ts";

export default function ${component}({ label, count }: ${component}Props) {
  const [pressed, setPressed] = useState(count);
  return (
    <button type="button" onClick={() => setPressed(pressed + 1)}>
      {label}: {pressed}
    </button>
  );
}
`,
    [join(tests, `${name}.states.ts`)]: `import type { ${component}Props } from "${folder}/${name}.props.ts";

/** Props for tests, and for \`islands gallery\`, which shows the island with each of them. */
export const states = {
  unpressed: { label: "Presses", count: 0 },
  pressed: { label: "Presses", count: 3 },
} satisfies Record<string, ${component}Props>;
`,
    [join(tests, `${name}.test.tsx`)]: `import { act, islandHtml, mountIsland } from "server-islands/testing";
import { expect, test } from "vitest";
import { schema } from "${folder}/${name}.props.ts";
import ${component} from "${folder}/${name}.tsx";
import { states } from "./${name}.states.ts";

const islands = { "${name}": { default: ${component}, schema } };

test("a press counts", async () => {
  // \`ssr\` renders the component as a server does; the island then starts with this HTML.
  const { el, ready, errors } = mountIsland(islandHtml("${name}", states.pressed), { islands, ssr: true });
  await ready;

  // \`act\` waits until the component shows what the press changed.
  await act(() => el.querySelector("button")?.click());

  expect(el.textContent).toBe("Presses: 4");
  expect(errors).toEqual([]);
});
`,
  };
}
