import { existsSync, globSync } from "node:fs";
import { basename, join } from "node:path";
import { isEmbedded } from "./find-islands.ts";
import { type Problem, shownPath } from "./problems.ts";

const ending = ".props.ts";

/** Whether a file of the folder is in a package below it. */
function isInPackage(islandsDir: string, path: string): boolean {
  const folders = path.split(/[\\/]/).slice(0, -1);
  return folders.some((_, at) => existsSync(join(islandsDir, ...folders.slice(0, at + 1), "package.json")));
}

/**
 * Props files that belong to no island: they have no component beside them, or are not in a
 * feature's folder. Folders with a `package.json` are packages of their own, and are left out.
 */
export function findStrayProps(islandsDir: string): Problem[] {
  const paths = globSync(`**/*${ending}`, { cwd: islandsDir, exclude: (path) => path === "node_modules" }).sort();
  return paths.flatMap((path) => {
    if (isInPackage(islandsDir, path)) return [];
    const depth = path.split(/[\\/]/).length - 1;
    const name = basename(path, ending);
    const at = { kind: "build" as const, file: shownPath(join(islandsDir, path)) };
    const folder = shownPath(islandsDir);
    if (depth !== 1)
      return [
        {
          ...at,
          text: `the props of an island must be at ${folder}/<feature>/${name}.props.ts`,
          remedy: "Move this file there, with the component.",
        },
      ];
    const has = (kind: string) => existsSync(join(islandsDir, path.replace(ending, kind)));
    if (has(".embedded.tsx") && !isEmbedded(join(islandsDir, path)))
      return [
        {
          ...at,
          text: `pages that others render do not get ${name}.embedded.tsx`,
          remedy: "Write the line `export const embedded = true;` here.",
        },
      ];
    if (has(".tsx") || has(".embedded.tsx")) return [];
    return [
      {
        ...at,
        text: `there is no ${name}.tsx beside it`,
        remedy: `Write ${name}.tsx with the component as its default export, or remove this file.`,
      },
    ];
  });
}
