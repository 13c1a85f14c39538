import { personKind } from "./person-kind.ts";
import type { AnyRecordKind } from "./records.ts";

/** Every kind of record whose changes can be undone; the audit names them by `kind`. */
export const recordKinds: readonly AnyRecordKind[] = [personKind];

/** By the audit's word, or undefined. */
export const recordKindOf = (word: string): AnyRecordKind | undefined => recordKinds.find(({ kind }) => kind === word);
