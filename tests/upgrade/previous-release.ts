import { execFileSync } from "node:child_process";

/** The commit of the release before this one: 0.1.0. When a release is made, its commit takes the place. */
export const previousRelease = "99716f27a22b38b17898af22d7dfe0f30fb0bdd0";

/** Whether this is a clone that has it: an archive, or a shallow clone, has not. */
export function hasHistory(): boolean {
  try {
    execFileSync("git", ["cat-file", "-e", `${previousRelease}^{commit}`], { cwd: import.meta.dirname, stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
