import * as esbuild from "esbuild";
import type { Bundle, BundleOptions } from "../build/options.ts";

type Context = { shape: string; context: esbuild.BuildContext<BundleOptions> };

export type Incremental = {
  bundle: Bundle;
  /**
   * The warnings of a step's last run; without `step`, of all steps. esbuild reports most mistakes
   * in styles only as warnings.
   */
  warnings(step?: string): esbuild.Message[];
  /** Must be called: otherwise esbuild's process keeps running. */
  close(): Promise<void>;
};

/** Bundles with a context for each step; a context reads again only files that changed. */
export function openIncremental(): Incremental {
  const warned = new Map<string, esbuild.Message[]>();
  const contexts = new Map<string, Context>();

  const contextFor = async (name: string, options: BundleOptions, texts: string) => {
    // JSON leaves out plugins, since they are functions; `texts` distinguishes them.
    const shape = JSON.stringify([options, texts]);
    const cachedContext = contexts.get(name);
    if (cachedContext?.shape === shape) return cachedContext.context;
    const context = await esbuild.context<BundleOptions>({ ...options, logLevel: "silent" });
    await cachedContext?.context.dispose();
    contexts.set(name, { shape, context });
    return context;
  };

  return {
    bundle: async (name, options, texts = "") => {
      const context = await contextFor(name, options, texts);
      const result = await context.rebuild();
      warned.set(name, result.warnings);
      return result;
    },
    warnings: (step) => (step === undefined ? [...warned.values()].flat() : (warned.get(step) ?? [])),
    close: async () => {
      await Promise.all([...contexts.values()].map(({ context }) => context.dispose()));
      contexts.clear();
    },
  };
}
