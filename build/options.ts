import { join } from "node:path";
import type { BuildOptions } from "esbuild";
import { target } from "./support.ts";

/** What is built: `root` holds `islands/` and `static/`, `out` receives everything. */
export type Site = { root: string; out: string; dev: boolean };

export const projectRoot = join(import.meta.dirname, "..");
/** A file of the runtime; without one, its folder. */
export const runtime = (file = ""): string => join(projectRoot, "islands", "runtime", file);

/** React is the authoring interface; what is shipped is Preact, which answers to the same names. */
export const preactFor = {
  react: "preact/compat",
  "react-dom": "preact/compat",
  "react-dom/client": "preact/compat/client",
  "react/jsx-runtime": "preact/jsx-runtime",
  "react/jsx-dev-runtime": "preact/jsx-runtime",
  "@nanostores/react": runtime("use-store.preact.ts"),
};

export const common = (dev: boolean): BuildOptions & { write: false; metafile: true } => ({
  bundle: true,
  write: false,
  metafile: true,
  format: "esm",
  target,
  jsx: "automatic",
  tsconfigRaw: { compilerOptions: { jsx: "react-jsx", verbatimModuleSyntax: true } },
  minify: !dev,
  sourcemap: dev ? "inline" : false,
  legalComments: "none",
  charset: "utf8",
  logLevel: "warning",
  absWorkingDir: projectRoot,
  nodePaths: [join(projectRoot, "node_modules")],
  define: { "process.env.NODE_ENV": dev ? '"development"' : '"production"' },
});
