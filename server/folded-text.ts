/**
 * Folds a text for slugs and searches. The schema's search compares stored folded texts, so a
 * change of this function needs a migration.
 */
export { foldedText } from "./db/migrations/001-base/folded-text.ts";
