import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Mutation } from "./mutation.ts";
import { root, versionOf } from "./tree.ts";

const folder = join(root, "node_modules/.cache");
const file = join(folder, "found-mutations");

const keyOf = ({ file, find, put, test }: Mutation): string =>
  createHash("sha256")
    .update(JSON.stringify([file, find, put, test, versionOf(test)]))
    .digest("hex");

const known = new Set(existsSync(file) ? readFileSync(file, "utf8").split("\n") : []);

/** Whether an earlier run has detected this mutation, with the same program and test. */
export const isFound = (mutation: Mutation): boolean => known.has(keyOf(mutation));

/** Stores that a mutation was detected, so that an interrupted run can continue. */
export function keepFound(mutation: Mutation): void {
  mkdirSync(folder, { recursive: true });
  appendFileSync(file, `${keyOf(mutation)}\n`);
}
