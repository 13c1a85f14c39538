import { execFileSync } from "node:child_process";

/**
 * The release before this one, and the last of its migrations. When a release is made, both are set
 * to it, and what only the release before it needed may go.
 */
export const previousRelease = "bfb8ebb216c4e082351081667363af19d8f5ece9";
export const lastMigration = "045-after-sale-kept";

/** Whether this is a clone that has it: an archive, or a shallow clone, has not. */
export function hasHistory(): boolean {
  try {
    execFileSync("git", ["cat-file", "-e", `${previousRelease}^{commit}`], { cwd: import.meta.dirname, stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
