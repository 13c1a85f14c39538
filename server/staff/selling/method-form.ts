import type { MethodFields } from "../../checkout/rules/shipping-fields.ts";
import type { RateStep } from "../../checkout/rules/shipping-rate.ts";
import { listZones } from "../../checkout/shipping-records.ts";
import { dollars as dollarWords } from "../../money.ts";
import { ok } from "../../outcome.ts";
import { readLines } from "../../read-text.ts";
import { centsOf, wholeNumberOf } from "../forms/body.ts";
import { box, checks, radios } from "../forms/choice-fields.ts";
import { choiceView } from "../forms/field-view.ts";
import { line, lineField, textAreaView, textBody } from "../forms/fields.ts";
import { type FormField, form } from "../forms/form.ts";
import { nameWords } from "../forms/names.ts";
import { centsText, dollars, wholeNumber } from "../forms/number-fields.ts";
import { countryOptions } from "./zone-form.ts";

/** The id of a zone, or null for whole countries. */
const zone: FormField<string | null> = {
  label: "Zone",
  body: textBody(64),
  async views({ name, value, context: { db } }) {
    const zones = (await listZones(db)).map(({ id, name: label }) => ({ value: id, label }));
    const options = [{ value: "none", label: "Whole countries" }, ...zones];
    return [choiceView("radios", { name, label: "Ships to" }, options, [value ?? "none"])];
  },
  read: ({ body, name }) => ok(zoneIn(readLines(body[name]))),
  words: (value, context) => (typeof value === "string" ? nameWords(value, "zone", context) : undefined),
};
const zoneIn = (sent: string): string | null => (sent === "" || sent === "none" ? null : sent);

const countries = checks("Countries, without a zone", () => countryOptions, { history: "Countries" });
/** The form does not change the countries of a method with a zone, since the zone decides them. */
const countriesWithoutZone: FormField<string[]> = {
  ...countries,
  read(input) {
    const zoneId = zoneIn(readLines(input.body.zoneId));
    const isZoneKept = zoneId !== null && zoneId === input.record.zoneId;
    return isZoneKept && input.stored ? ok(input.stored) : countries.read(input);
  },
};

/** A line such as `2000: 9.00`; an invalid number is NaN, which the rules refuse. */
function stepIn(text: string, rateBy: string): RateStep {
  const [from = "", price = ""] = text.split(":").map((each) => each.trim());
  return { from: rateBy === "weight" ? wholeNumberOf(from) : centsOf(from), price: centsOf(price) };
}

const stepsHint =
  "One a line, such as “2000: 9.00”: from 2,000 grams, or dollars of subtotal, on it costs $9.00. Below the first it is the price above.";
const stepsLabel = "Steps of the price";
const steps: FormField<RateStep[]> = {
  label: stepsLabel,
  body: textBody(20_000),
  views(input) {
    const isWeight = input.record.rateBy === "weight";
    const lines = (input.value ?? []).map(({ from, price }) => `${isWeight ? from : centsText(from)}: ${centsText(price)}`);
    return [textAreaView(stepsLabel, { hint: stepsHint, maxlength: "20000" }, input, lines.join("\n"))];
  },
  read({ body, name }) {
    const rateBy = readLines(body.rateBy);
    if (rateBy !== "weight" && rateBy !== "subtotal") return ok([]);
    const lines = readLines(body[name]).split("\n");
    return ok(lines.filter((each) => each.trim() !== "").map((each) => stepIn(each, rateBy)));
  },
  words: (value) => (Array.isArray(value) ? value.map(stepWords).join("; ") || undefined : undefined),
};
const stepWords = ({ from, price }: RateStep): string => `from ${from.toLocaleString("en-US")}: ${dollarWords(price)}`;

/** Minutes after midnight, as `14:00`. */
const timeText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

function minutesIn(text: string): number | null {
  if (text === "") return null;
  const match = /^(\d{1,2}):(\d\d)$/.exec(text);
  return match && Number(match[2]) < 60 ? Number(match[1]) * 60 + Number(match[2]) : Number.NaN;
}

const cutoff = lineField<number | null>(
  "Leaves on the same day until",
  { history: "Cut-off", hint: "Such as 14:00." },
  {
    show: (value) => (value === null ? "" : timeText(value)),
    read: (text) => ok(minutesIn(text)),
    words: (value) => (typeof value === "number" ? timeText(value) : undefined),
  },
);

const rates: Readonly<Record<MethodFields["rateBy"], string>> = {
  flat: "Nothing: one price",
  weight: "Weight",
  subtotal: "Subtotal, after discount",
};

/** The form of a shipping method. */
export const methodForm = form<MethodFields>({
  name: line("Name", { required: true }),
  description: line("Description"),
  zoneId: zone,
  countries: countriesWithoutZone,
  price: dollars("Price in dollars", { history: "Price", required: true, none: Number.NaN }),
  rateBy: radios("What the price depends on", rates, { history: "Price depends on", first: "flat" }),
  steps,
  freeFrom: dollars("Free from, in dollars", { history: "Free from", none: null }),
  daysFrom: wholeNumber("Fewest business days", { history: "Fewest days", none: null }),
  daysTo: wholeNumber("Most business days", { history: "Most days", none: null }),
  cutoff,
  active: box("On", { legend: "State", isTickedFirst: true }),
});
