import { z } from "zod";
import { directions } from "../../catalog/rules/category-order.ts";
import { fieldErrors } from "../../web/call.ts";
import {
  type RuleKind,
  staffMethodOrderPath,
  staffNewRulePath,
  staffRulePath,
  staffRuleRemovalPath,
  staffRulesPath,
  staffStateCategoryPath,
  staffStatePath,
  staffStatesPath,
} from "../paths.ts";
import { seen } from "../schema.ts";
import { nothing, type StaffCall } from "./staff-call.ts";

const rules = { method: "POST", guard: "csrf", answer: nothing, needs: "rules:write" } as const;

/** Each kind's form has its own fields: selling/ reads them. */
const create = (kind: RuleKind, what: string) => ({
  ...rules,
  path: staffNewRulePath(kind),
  summary: `Creates a ${what}`,
  body: z.looseObject({ id: z.string().max(64).default("") }),
  fieldErrors,
  codes: ["signed_out", "changed"] as const,
});
const save = (kind: RuleKind, what: string) => ({
  ...rules,
  path: staffRulePath(kind, ":id"),
  summary: `Changes a ${what}`,
  body: z.looseObject({ seen: z.string().max(64) }),
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

const saveStates = (path: string, what: string) => ({
  ...rules,
  path,
  summary: `Changes what may not be sold ${what}`,
  body: z.looseObject({ seen: z.string().max(64) }),
  fieldErrors,
  codes: ["signed_out", "changed"] as const,
});

export const ruleCalls = {
  createPromo: create("promos", "promo"),
  savePromo: save("promos", "promo"),
  deletePromo: remove("promos", "promo"),
  createZone: create("zones", "shipping zone"),
  saveZone: save("zones", "shipping zone"),
  removeZone: remove("zones", "shipping zone"),
  createShippingMethod: create("methods", "shipping method"),
  saveShippingMethod: save("methods", "shipping method"),
  removeShippingMethod: remove("methods", "shipping method"),
  orderShippingMethods: {
    ...rules,
    path: staffMethodOrderPath,
    screen: staffRulesPath("methods"),
    summary: "Moves a shipping method before or behind its neighbour, or offers all by price",
    body: z.object({ id: z.string().max(64).default(""), direction: z.enum([...directions, "price"]), seen }),
    codes: ["signed_out", "changed"],
  },
  createTax: create("taxes", "state’s tax"),
  saveTax: save("taxes", "state’s tax"),
  removeTax: remove("taxes", "state’s tax"),
  saveStates: saveStates(staffStatesPath, "in several states"),
  saveState: saveStates(staffStatePath(":id"), "in a state"),
  saveStateCategory: saveStates(staffStateCategoryPath(":slug"), "of a category"),
  createGift: create("gifts", "gift rule"),
  saveGift: save("gifts", "gift rule"),
  removeGift: remove("gifts", "gift rule"),
} as const satisfies Record<string, StaffCall>;
