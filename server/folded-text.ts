/**
 * Folds a text as slugs and searches compare it. The schema's search compares folded texts, so a
 * change needs a migration.
 */
export { foldedText } from "./db/migrations/001-base/folded-text.ts";
