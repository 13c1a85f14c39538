// The package's entry `server-islands/vitest`.
import { preactAliases, runtime } from "./build/options.ts";

/** The runtime's files that have a version for each framework. */
const halves = /^\.\/(root|render-to-html|slot-props|act)\.[jt]s$/;

/** The part of Vite's plugin interface that is used here, so that Vite itself is not needed. */
type Plugin = {
  name: string;
  enforce: "pre";
  resolveId(source: string, importer: string | undefined): string | null;
};

const preactHalves: Plugin = {
  name: "preact-halves",
  enforce: "pre",
  resolveId: (source, importer) => {
    const [, half] = halves.exec(source) ?? [];
    return half && importer?.startsWith(runtime()) ? runtime(`${half}.preact.ts`) : null;
  },
};

const exactly = (name: string) => new RegExp(`^${name.replaceAll("/", "\\/")}$`);

/** The environment of tests. Vite has to read the package itself to replace React in it. */
const test = { environment: "happy-dom", server: { deps: { inline: ["server-islands"] } } };

type Configuration = { test: typeof test };

/** A vitest configuration, or a part of one, with which tests run islands on React. */
export const onReact: Configuration = { test };

/** A vitest configuration, or a part of one, with which tests run islands on Preact. */
export const onPreact: Configuration & {
  plugins: Plugin[];
  resolve: { alias: { find: RegExp; replacement: string }[] };
} = {
  test,
  plugins: [preactHalves],
  resolve: {
    alias: Object.entries(preactAliases).map(([name, replacement]) => ({ find: exactly(name), replacement })),
  },
};
