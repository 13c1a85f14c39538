import { emailKind } from "../content/email-kind.ts";
import { bannerKind, navigationKind, redirectKind, settingsKind, textKind } from "../content/kinds.ts";
import { recipientsKind } from "../content/recipients-form.ts";
import { reviewKind } from "../content/review-kind.ts";
import { contactKind } from "../orders/contact-kind.ts";
import { customerTagsKind } from "../people/customer-tags-kind.ts";
import { personKind } from "../people/person-kind.ts";
import { roleKind } from "../people/role-kind.ts";
import { categoryKind } from "../products/category-kind.ts";
import { categoryOrderKind } from "../products/category-order-kind.ts";
import { collectionKind } from "../products/collection-kind.ts";
import { costsKind } from "../products/cost-kind.ts";
import { papersKind } from "../products/paper-kind.ts";
import { picturesKind, productKind } from "../products/product-kind.ts";
import { scheduleKind } from "../products/schedule-kind.ts";
import { synonymsKind } from "../products/synonyms-kind.ts";
import { giftKind, meansKind, methodKind, promoKind, taxKind, zoneKind } from "../selling/kinds.ts";
import { methodOrderKind } from "../selling/method-order-kind.ts";
import { stateKind } from "../selling/state-kind.ts";
import type { AnyRecordKind } from "./records.ts";

/** Every kind of record whose changes can be undone; the audit names them by `kind`. */
export const recordKinds: readonly AnyRecordKind[] = [
  personKind,
  roleKind,
  reviewKind,
  productKind,
  papersKind,
  picturesKind,
  costsKind,
  scheduleKind,
  promoKind,
  zoneKind,
  methodKind,
  taxKind,
  giftKind,
  meansKind,
  methodOrderKind,
  stateKind,
  bannerKind,
  navigationKind,
  redirectKind,
  settingsKind,
  categoryKind,
  categoryOrderKind,
  collectionKind,
  synonymsKind,
  textKind,
  emailKind,
  recipientsKind,
  contactKind,
  customerTagsKind,
];

/** Finds the kind of record that the audit names with this word; undefined if there is none. */
export const recordKindOf = (word: string): AnyRecordKind | undefined => recordKinds.find(({ kind }) => kind === word);
