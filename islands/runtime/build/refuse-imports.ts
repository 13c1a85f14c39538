import { readFile } from "node:fs/promises";
import * as esbuild from "esbuild";

const own = "import.meta.url";

/** The places at which a file uses its own address, as esbuild reads it. */
async function findOwnAddress(path: string): Promise<esbuild.Message["location"][]> {
  const text = /[\\/]node_modules[\\/]/.test(path) ? "" : await readFile(path, "utf8");
  if (!text.includes(own)) return [];
  // esbuild warns of each place if it may not write `import.meta`.
  const loader = path.endsWith("x") ? "tsx" : "ts";
  const options = { loader, supported: { "import-meta": false }, sourcefile: path, logLevel: "silent" } as const;
  const { warnings } = await esbuild.transform(text, options);
  return warnings.map(({ location }) => location).filter((location) => location?.lineText.includes(own));
}

/**
 * Stops the build at the line of an import that an island cannot have: a style would never reach a
 * page, since only the site's stylesheet is served; Node does not import from other sites; and the
 * address of a bundled file is not the file's own.
 */
export const refuseImports: esbuild.Plugin = {
  name: "refuse-imports",
  setup(build) {
    build.onResolve({ filter: /\.(css|scss|sass|less)$/ }, ({ path }) => ({
      errors: [{ text: `an island cannot import ${path}: import it from the site's stylesheet (@import) and remove this line` }],
    }));
    build.onResolve({ filter: /^(https?:)?\/\// }, ({ path, kind }) => {
      if (kind === "dynamic-import") return { path, external: true };
      return { errors: [{ text: `an island cannot import ${path} for the server: install the package, or use import()` }] };
    });
    build.onLoad({ filter: /\.[cm]?[jt]sx?$/ }, async ({ path }) => {
      const text = `an island cannot use ${own}: put the file into the folder of static files and write its address, /static/…`;
      const errors = (await findOwnAddress(path)).map((location) => ({ text, location }));
      return errors.length > 0 ? { errors } : undefined;
    });
  },
};
