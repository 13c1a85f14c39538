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
  roleKind,
  reviewKind,
  productKind,
  picturesKind,
  scheduleKind,
  promoKind,
  zoneKind,
  methodKind,
  taxKind,
  giftKind,
  methodOrderKind,
  stateKind,
  bannerKind,
  navigationKind,
  redirectKind,
  settingsKind,
  categoryKind,
  categoryOrderKind,
  synonymsKind,
  textKind,
  emailKind,
];

/** A kind of record by the audit's word, or undefined. */
export const recordKindOf = (word: string): AnyRecordKind | undefined => recordKinds.find(({ kind }) => kind === word);
