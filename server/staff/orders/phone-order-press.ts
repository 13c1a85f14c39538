import { z } from "zod";
import { invalidFields, type Outcome, ok, type Refusal, type RefusalCode } from "../../outcome.ts";
import { readText } from "../../read-text.ts";
import type { FormBody } from "../forms/body.ts";
import type { FieldView } from "../forms/field-view.ts";
import type { PhoneOrderStep } from "../paths.ts";
import { actOnPhoneOrder, type PhoneOrderStepInput, phoneOrderForms } from "./phone-order-actions.ts";

/**
 * The steps that save fields, in the order in which they are saved: a method depends on the
 * address, and a discount replaces a promo code.
 */
const fieldSteps = ["contact", "address", "method", "promo", "discount", "shipping", "note"] as const;

/** The name of the field with the units of a line, or of a found variant. */
export const unitsName = (id: string): string => `units-${id}`;

/** One step of a press. `key` is the step's name, or the name of the field with a line's units. */
type Part = { key: string; step: PhoneOrderStep; body: FormBody };

/** What a press did. */
export type PhoneOrderPress = {
  /** the button's own step, or why that or another step was refused */
  outcome: Outcome<object>;
  /** whether the button's own step was done */
  isDone: boolean;
  /** why parts of the page are not saved, by their keys */
  unsaved: ReadonlyMap<string, Refusal>;
};

/** The values that fields have until somebody changes them, as the page sends them along. */
export const shownValues = (fields: readonly FieldView[]): string =>
  JSON.stringify(
    Object.fromEntries(
      fields.map(({ name, kind, value, choices = [] }) => {
        if (kind === "line" || kind === "text") return [name, value];
        const selected = choices.find((choice) => choice.selected) ?? (kind === "select" ? choices[0] : undefined);
        return [name, selected?.value ?? ""];
      }),
    ),
  );

const shownSchema = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue("is no JSON");
      return z.NEVER;
    }
  })
  .pipe(z.record(z.string(), z.string()));

const shownIn = ({ shown }: FormBody): ReadonlyMap<string, string> =>
  new Map(Object.entries(shownSchema.safeParse(shown).data ?? {}));

const isBlank = (value: unknown): boolean => readText(value).trim() === "";

/** Parts of a sent page whose fields differ from what the page had shown. */
export function changedParts(typed: FormBody): Part[] {
  const shown = shownIn(typed);
  const isChanged = (name: string): boolean => {
    const [before, value] = [shown.get(name), typed[name]];
    return before !== undefined && typeof value === "string" && value.replace(/\r\n/g, "\n") !== before;
  };
  const units = [...shown.keys()].flatMap((key) => {
    const [, lineId] = /^units-(.+)$/.exec(key) ?? [];
    return lineId !== undefined && isChanged(key) ? [{ key, step: "quantity" as const, body: { ...typed, lineId } }] : [];
  });
  // The choice between percent and dollars says nothing while there is no discount.
  const hasDiscount = !(isBlank(shown.get("discount")) && isBlank(typed.discount) && isBlank(typed.reason));
  const fields = fieldSteps
    .filter((step) => Object.keys(phoneOrderForms[step].shape).some(isChanged) && (step !== "discount" || hasDiscount))
    .map((step) => ({ key: step, step, body: typed }));
  return [...units, ...fields].map((part) => ({ ...part, body: withUnits(part.body) }));
}

/** Whether saving these parts changes prices, which takes more than editing the order. */
export const changesPrices = (parts: readonly Part[]): boolean =>
  parts.some(({ step }) => step === "discount" || step === "shipping");

/**
 * A body with the units of its line or variant, each of which has a field of its own. An emptied
 * field is no number of units, and above all not 0.
 */
function withUnits(body: FormBody): FormBody {
  const id = readText(body.lineId) || readText(body.variantId);
  const units = body[unitsName(id)];
  return units === undefined ? body : { ...body, quantity: isBlank(units) ? undefined : units };
}

/** The step of the pressed button; `row` has the values of the button's row. */
function pressedPart(step: PhoneOrderStep, typed: FormBody): Part {
  const body = withUnits({ ...typed, ...Object.fromEntries(new URLSearchParams(readText(typed.row))) });
  const lineId = readText(body.lineId);
  return { key: lineId === "" ? step : unitsName(lineId), step, body };
}

const rankOf = ({ step }: Part): number => ["quantity", ...fieldSteps, step].indexOf(step);

/** The steps of a press in their order; a step that saves no field comes last. */
function partsOf(own: Part, changed: readonly Part[]): Part[] {
  if (own.step === "discard") return [own];
  const takesAddress = own.step === "contact" && !isBlank(own.body.order);
  const others = changed.filter(({ key, step }) => key !== own.key && !(takesAddress && step === "address"));
  return [...others, own].sort((one, other) => rankOf(one) - rankOf(other));
}

/** Refusals after which no other step of the press can pass. */
const closing: readonly RefusalCode[] = ["signed_out", "changed", "paying", "completed", "not_found"];

const missingDiscount = invalidFields([{ field: "discount", message: "Enter the discount, or clear its reason." }]);

/** Whether a reason was typed for a discount that is not there. */
const lacksDiscount = ({ step, body }: Part): boolean =>
  step === "discount" && isBlank(body.discount) && !isBlank(body.reason) && shownIn(body).get("discount") === "";

/**
 * Saves what was changed in the fields of a phone order's page, and does the step of the pressed
 * button. The steps that send or place the order are done only if all is saved.
 */
export async function pressPhoneOrder(
  step: PhoneOrderStep,
  input: PhoneOrderStepInput,
  { typed, changed }: { typed: FormBody; changed: readonly Part[] },
): Promise<PhoneOrderPress> {
  const own = pressedPart(step, typed);
  const unsaved = new Map<string, Refusal>();
  let done: Outcome<object> | undefined;
  let closed: Refusal | undefined;
  let isChanged = false;
  for (const part of partsOf(own, changed)) {
    const waits = unsaved.size > 0 && (part.step === "link" || part.step === "place");
    if (waits) continue;
    const outcome =
      closed ?? (lacksDiscount(part) ? missingDiscount : await actOnPhoneOrder(part.step, { ...input, isChanged }, part.body));
    if (outcome.ok) isChanged = true;
    else unsaved.set(part.key, outcome);
    if (!outcome.ok && closing.includes(outcome.code)) closed = outcome;
    if (part === own) done = outcome;
  }
  const [refusal] = unsaved.values();
  return { outcome: refusal ?? done ?? ok({}), isDone: done?.ok === true, unsaved };
}
