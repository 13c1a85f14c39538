import { type CompressOptions, minify } from "terser";

/** The options that give the smallest files, for islands and for the loader. */
const ofChunks: CompressOptions = { hoist_vars: true, unsafe_methods: true };
/** `unsafe` makes short templates sums of texts, and removes `new` before `Error()`. */
export const ofLoader: CompressOptions = { hoist_funs: true, unsafe: true, unsafe_methods: true };

/**
 * Minifies esbuild's module further, by 4% after brotli: esbuild does not inline across statements.
 * Functions may become arrow functions, since the runtime calls none of them with `new`.
 */
export async function minifyModule(contents: string, options = ofChunks): Promise<string> {
  const compress = { passes: 2, unsafe_arrows: true, ...options };
  const { code = "" } = await minify(contents, { module: true, ecma: 2022, compress });
  return code;
}
