import { z } from "zod";
import { directions } from "../../catalog/rules/category-order.ts";
import { fieldErrors } from "../../web/call.ts";
import type { Form } from "../forms/form.ts";
import {
  type RuleKind,
  staffMethodOrderPath,
  staffNewRulePath,
  staffPromoBatchEndPath,
  staffPromoBatchesPath,
  staffRulePath,
  staffRuleRemovalPath,
  staffRulesPath,
  staffStateCategoryPath,
  staffStatePath,
  staffStatesPath,
} from "../paths.ts";
import type { RecordFields } from "../records/rules/record-changes.ts";
import { nothing, type StaffCall, seen } from "../staff-call.ts";
import { giftForm } from "./gift-form.ts";
import { meansForm } from "./means-form.ts";
import { methodForm } from "./method-form.ts";
import { promoForm } from "./promo-form.ts";
import { stateForm } from "./state-form.ts";
import { taxForm, taxPlaceForm } from "./tax-form.ts";
import { zoneForm } from "./zone-form.ts";

const rules = { method: "POST", guard: "csrf", answer: nothing, needs: "rules:write" } as const;

const bodyOf = (forms: readonly Fields[]) => Object.assign({}, ...forms.map(({ body }) => body)) as Fields["body"];

type Fields = { body: Form<RecordFields>["body"] };

const create = (kind: RuleKind, what: string, ...forms: readonly Fields[]) => ({
  ...rules,
  path: staffNewRulePath(kind),
  summary: `Creates a ${what}`,
  body: z.looseObject({ ...bodyOf(forms), id: z.string().max(64).default("") }),
  fieldErrors,
  codes: ["signed_out", "changed"] as const,
});
const save = (kind: RuleKind, what: string, form: Fields) => ({
  ...rules,
  path: staffRulePath(kind, ":id"),
  summary: `Changes a ${what}`,
  body: z.looseObject({ ...form.body, seen: z.string().max(64) }),
  fieldErrors,
  codes: ["signed_out", "changed"] as const,
});
const remove = (kind: RuleKind, what: string) => ({
  ...rules,
  path: staffRuleRemovalPath(kind, ":id"),
  screen: staffRulePath(kind, ":id"),
  summary: `Removes a ${what} that nothing refers to`,
  body: z.object({ seen: z.string().max(64) }),
  codes: ["signed_out", "changed", "limit_reached"] as const,
});

const saveStates = (path: string, what: string, form: Fields = { body: {} }) => ({
  ...rules,
  path,
  summary: `Changes what may not be sold ${what}`,
  body: z.looseObject({ ...form.body, seen: z.string().max(64) }),
  fieldErrors,
  codes: ["signed_out", "changed"] as const,
});

export const ruleCalls = {
  createPromo: create("promos", "promo", promoForm),
  savePromo: save("promos", "promo", promoForm),
  deletePromo: remove("promos", "promo"),
  makePromoBatch: {
    ...rules,
    path: staffPromoBatchesPath(":id"),
    screen: staffRulePath("promos", ":id"),
    summary: "Makes a batch of single-use codes of a promo",
    body: z.object({ batch: z.string().max(64).default(""), size: z.string().max(20), prefix: z.string().max(100).default("") }),
    fieldErrors,
    codes: ["signed_out", "limit_reached"],
  },
  endPromoBatch: {
    ...rules,
    path: staffPromoBatchEndPath(":id", ":batch"),
    screen: staffRulePath("promos", ":id"),
    summary: "Ends a batch, so that its unused codes stop working",
    body: z.object({}),
    codes: ["signed_out"],
  },
  createZone: create("zones", "shipping zone", zoneForm),
  saveZone: save("zones", "shipping zone", zoneForm),
  removeZone: remove("zones", "shipping zone"),
  createShippingMethod: create("methods", "shipping method", methodForm),
  saveShippingMethod: save("methods", "shipping method", methodForm),
  removeShippingMethod: remove("methods", "shipping method"),
  orderShippingMethods: {
    ...rules,
    path: staffMethodOrderPath,
    screen: staffRulesPath("methods"),
    summary: "Moves a shipping method before or behind its neighbour, or offers all by price",
    body: z.object({ id: z.string().max(64).default(""), direction: z.enum([...directions, "price"]), seen }),
    codes: ["signed_out", "changed"],
  },
  createTax: create("taxes", "state’s tax", taxForm, taxPlaceForm),
  saveTax: save("taxes", "state’s tax", taxForm),
  removeTax: remove("taxes", "state’s tax"),
  saveStates: saveStates(staffStatesPath, "in several states"),
  saveState: saveStates(staffStatePath(":id"), "in a state", stateForm),
  saveStateCategory: saveStates(staffStateCategoryPath(":slug"), "of a category"),
  createGift: create("gifts", "gift rule", giftForm),
  saveGift: save("gifts", "gift rule", giftForm),
  removeGift: remove("gifts", "gift rule"),
  createMeans: create("means", "payment method without a card", meansForm),
  saveMeans: save("means", "payment method without a card", meansForm),
  removeMeans: remove("means", "payment method without a card"),
} as const satisfies Record<string, StaffCall>;
