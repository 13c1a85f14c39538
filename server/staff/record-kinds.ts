import { categoryKind } from "./category-kind.ts";
import { categoryOrderKind } from "./category-order-kind.ts";
import { bannerKind, navigationKind, redirectKind, settingsKind, textKind } from "./content-kinds.ts";
import { emailKind } from "./email-kind.ts";
import { personKind } from "./person-kind.ts";
import { picturesKind, productKind } from "./product-kind.ts";
import type { AnyRecordKind } from "./records.ts";
import { reviewKind } from "./review-kind.ts";
import { roleKind } from "./role-kind.ts";
import { scheduleKind } from "./schedule-kind.ts";
import { giftKind, methodKind, promoKind, taxKind, zoneKind } from "./selling/kinds.ts";
import { methodOrderKind } from "./selling/method-order-kind.ts";
import { stateKind } from "./selling/state-kind.ts";
import { synonymsKind } from "./synonyms-kind.ts";

/** Every kind of record whose changes can be undone; the audit names them by `kind`. */
export const recordKinds: readonly AnyRecordKind[] = [
  personKind,
  roleKind as unknown as AnyRecordKind,
  reviewKind,
  productKind as unknown as AnyRecordKind,
  picturesKind as unknown as AnyRecordKind,
  scheduleKind as unknown as AnyRecordKind,
  ...([promoKind, zoneKind, methodKind, taxKind, giftKind] as AnyRecordKind[]),
  methodOrderKind as unknown as AnyRecordKind,
  stateKind as AnyRecordKind,
  bannerKind as AnyRecordKind,
  navigationKind as AnyRecordKind,
  redirectKind as AnyRecordKind,
  settingsKind as AnyRecordKind,
  categoryKind as AnyRecordKind,
  categoryOrderKind as unknown as AnyRecordKind,
  synonymsKind as unknown as AnyRecordKind,
  textKind as AnyRecordKind,
  emailKind as AnyRecordKind,
];

/** A kind of record by the audit's word, or undefined. */
export const recordKindOf = (word: string): AnyRecordKind | undefined => recordKinds.find(({ kind }) => kind === word);
