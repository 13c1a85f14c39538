import { globSync, readFileSync } from "node:fs";

const vitest = `import { onPreact } from "server-islands/vitest";

export default onPreact;
`;

const typescript = ({ islands, tests }: { islands: string; tests: string }) => `{
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

const vitestFiles = (): string[] => [
  ...globSync("vitest.config.*"),
  // Vite's configuration may have a part for vitest.
  ...globSync("vite.config.*").filter((path) => /\btest\b/.test(readFileSync(path, "utf8"))),
];
const typescriptFiles = (): string[] => globSync("tsconfig*.json").sort();

/** The configurations of vitest and TypeScript that the current folder does not have, by path. */
export const missingConfigurations = (folders: { islands: string; tests: string }): Record<string, string> => ({
  ...(vitestFiles().length === 0 && { "vitest.config.mts": vitest }),
  ...(typescriptFiles().length === 0 && { "tsconfig.json": typescript(folders) }),
});

/** One sentence for each setting that the project's own configurations seem to lack. */
export function missingSettings(): string[] {
  const check = (files: string[], name: string, setting: string) => {
    const isMissing = files.length > 0 && !files.some((path) => readFileSync(path, "utf8").includes(name));
    return isMissing ? [`Check that ${files[0]} has ${setting}.`] : [];
  };
  return [
    ...check(vitestFiles(), "server-islands/vitest", 'the settings of onPreact, from "server-islands/vitest"'),
    ...check(typescriptFiles(), '"jsx"', '"jsx": "react-jsx"'),
    ...check(typescriptFiles(), '"allowImportingTsExtensions"', '"allowImportingTsExtensions": true'),
  ];
}
