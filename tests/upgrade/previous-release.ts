import { execFileSync } from "node:child_process";

/**
 * The commit of the release before this one: 0.1.0. At each release, its commit replaces this
 * value.
 */
export const previousRelease = "e6aa57a39837db4fa901c8976db5b8ff1f52715e";

/** Whether this clone contains that commit; an archive or a shallow clone does not. */
export function hasHistory(): boolean {
  try {
    execFileSync("git", ["cat-file", "-e", `${previousRelease}^{commit}`], { cwd: import.meta.dirname, stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
