import type { Message } from "esbuild";

/** Thrown for a site that cannot be served file by file in development. */
export class NeedsBundles extends Error {}

/** Whether an error is `NeedsBundles`, also if a plugin threw it and esbuild wraps it. */
export const needsBundles = (error: unknown): boolean =>
  error instanceof NeedsBundles ||
  ((error as { errors?: Message[] }).errors ?? []).some(({ detail }) => detail instanceof NeedsBundles);
