import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import program from "../package.json" with { type: "json" };

const sources = join(import.meta.dirname, "../dist/sources");

/**
 * The version, followed by the beginning of a digest of the sources, which distinguishes builds of
 * one version.
 */
export const release = existsSync(sources) ? `${program.version}+${readFileSync(sources, "utf8").slice(0, 8)}` : program.version;
