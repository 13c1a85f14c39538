import { watched } from "../migrations/001-base/watched.ts";
import { watchedCollections } from "../migrations/014-collections.ts";

/** The tables whose triggers record changes of pages. */
const watchedTables: ReadonlySet<string> = new Set([
  ...Object.keys(watched),
  ...Object.keys(watchedCollections),
  "product_paper",
]);

/** Matches the only table that a plain statement in the usual form writes. */
const written = /^\s*(?:insert into|update|delete from)\s+"?(\w+)"?\s/i;

const reads = /^\s*(?:select|begin|start transaction|commit|rollback|savepoint|release)\b/i;
const writes = /\b(?:insert into|delete from|merge into|(?<!for )(?<!for no key )update)\b/i;

/** Whether a statement may change pages. Reads, and writes of other tables, cannot. */
export function mayChangePages(text: string): boolean {
  if (reads.test(text) || (/^\s*with\b/i.test(text) && !writes.test(text))) return false;
  const table = written.exec(text)?.[1];
  return table === undefined || watchedTables.has(table);
}
