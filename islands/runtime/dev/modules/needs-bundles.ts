import type { Message } from "esbuild";

/** A site that cannot be served file by file in development. */
export class NeedsBundles extends Error {}

/** Whether an error is `NeedsBundles`, or one that esbuild passes on from a plugin. */
export const needsBundles = (error: unknown): boolean =>
  error instanceof NeedsBundles ||
  ((error as { errors?: Message[] }).errors ?? []).some(({ detail }) => detail instanceof NeedsBundles);
