/** The error of a file that was not built yet; its message says what to do. */
export class NotBuilt extends Error {
  constructor(path: string) {
    super(`${path} is missing: run npm run build first`);
  }
}

/**
 * Replaces a missing-file error for the built file at `path`; any other error, such as of
 * permissions, is thrown unchanged.
 */
export const throwNotBuilt =
  (path: string) =>
  (error: NodeJS.ErrnoException): never => {
    throw error.code === "ENOENT" ? new NotBuilt(path) : error;
  };
