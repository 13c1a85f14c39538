/** Says what to do where nothing was built yet. */
export class NotBuilt extends Error {
  constructor(path: string) {
    super(`${path} is missing: run npm run build first`);
  }
}

/** For what the build wrote to `path`: an error other than that it is missing, such as of permissions, stays as it is. */
export const throwNotBuilt =
  (path: string) =>
  (error: NodeJS.ErrnoException): never => {
    throw error.code === "ENOENT" ? new NotBuilt(path) : error;
  };
