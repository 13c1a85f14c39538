import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { UsageError } from "./usage.ts";

/** Lower case words with single dashes between them. */
const word = "[a-z][a-z0-9]*(?:-[a-z0-9]+)*";

const options = {
  islands: { type: "string", default: "islands" },
  tests: { type: "string", default: "tests" },
} as const;

type Folders = { islands: string; tests: string };

/**
 * Writes a new island with a test that passes, and the configuration that the test needs where the
 * project has none. Never replaces a file.
 */
export async function create(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [, feature, name] = new RegExp(`^(${word})/(${word})$`).exec(positionals[0] ?? "") ?? [];
  if (!feature || !name || positionals.length > 1)
    throw new UsageError("islands new takes FEATURE/NAME, in lower case with dashes");
  const folders = { islands: join(resolve(values.islands), feature), tests: join(resolve(values.tests), feature) };
  const files = filesOf(name, folders);
  const existingFiles = Object.keys(files).filter((path) => existsSync(path));
  if (existingFiles.length > 0) throw new UsageError(`There is ${existingFiles.join(" and ")} already`);
  for (const [path, text] of Object.entries({ ...files, ...missingConfigurations(values) })) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    console.log(relative(process.cwd(), path));
  }
  return 0;
}

/** Whether the project has a configuration of vitest, which may be a part of Vite's. */
const configuresVitest = (): boolean =>
  globSync("vitest.config.*").length > 0 || globSync("vite.config.*").some((path) => /\btest\b/.test(readFileSync(path, "utf8")));

/** The configurations of vitest and TypeScript that the current folder does not have. */
function missingConfigurations(folders: Folders): Record<string, string> {
  return {
    ...(!configuresVitest() && { "vitest.config.mts": vitestConfiguration }),
    ...(globSync("tsconfig*.json").length === 0 && { "tsconfig.json": typescriptConfiguration(folders) }),
  };
}

const vitestConfiguration = `import { onPreact } from "server-islands/vitest";

export default onPreact;
`;

const typescriptConfiguration = ({ islands, tests }: Folders) => `{
  "compilerOptions": {
    "strict": true,
    "noEmit": true,
    "jsx": "react-jsx",
    "module": "nodenext",
    "target": "es2024",
    "allowImportingTsExtensions": true,
    "types": ["node"]
  },
  "include": ${JSON.stringify([islands, tests]).replace(",", ", ")}
}
`;

const upper = (name: string) => name.replace(/(?:^|-)([a-z0-9])/g, (_, first: string) => first.toUpperCase());

function filesOf(name: string, { islands, tests }: Folders): Record<string, string> {
  const component = upper(name);
  const variable = component.replace(/^./, (first) => first.toLowerCase());
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

/** The states that the test tries and \`islands gallery\` shows. */
export const states = {
  new: { label: "Presses", count: 0 },
  pressed: { label: "Presses", count: 3 },
} satisfies Record<string, ${component}Props>;
`,
    [join(tests, `${name}.test.tsx`)]: `import { act, islandHtml, mountIsland } from "server-islands/testing";
import { expect, test } from "vitest";
import { schema } from "${folder}/${name}.props.ts";
import * as ${variable} from "${folder}/${name}.tsx";
import { states } from "./${name}.states.ts";

for (const [state, props] of Object.entries(states)) {
  test(\`a press counts, \${state}\`, async () => {
    const html = islandHtml("${name}", props);
    const { el, ready, errors } = mountIsland(html, { islands: { "${name}": { ...${variable}, schema } }, ssr: true });
    await ready;

    await act(() => el.querySelector("button")?.click());

    expect(el.textContent).toBe(\`\${props.label}: \${props.count + 1}\`);
    expect(errors).toEqual([]);
  });
}
`,
  };
}
