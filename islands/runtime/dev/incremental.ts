import * as esbuild from "esbuild";
import type { Bundle, BundleOptions } from "../build/options.ts";

type Context = { shape: string; context: esbuild.BuildContext<BundleOptions> };

export type Incremental = {
  bundle: Bundle;
  /**
   * The warnings of a step's last run, or of all steps: esbuild reports most mistakes in styles
   * only as warnings.
   */
  warnings(step?: string): esbuild.Message[];
  /** Must be called: otherwise esbuild's process keeps running. */
  close(): Promise<void>;
};

/** Bundles with a context for each step, which reads only changed files again. */
export function openIncremental(): Incremental {
  const warned = new Map<string, esbuild.Message[]>();
  const contexts = new Map<string, Context>();

  const contextFor = async (name: string, options: BundleOptions, texts: string) => {
    // Plugins are functions, which JSON leaves out: `texts` identifies their differences.
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
