/** A text as slugs and searches compare it: the schema's search compares by it, so a change needs a migration. */
export { foldedText } from "./db/migrations/001-base/folded-text.ts";
