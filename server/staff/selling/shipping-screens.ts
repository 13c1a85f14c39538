import { reachText } from "../../checkout/rules/reach.ts";
import { type MethodFields, placeName, type ZoneFields } from "../../checkout/rules/shipping-fields.ts";
import type { RateStep } from "../../checkout/rules/shipping-rate.ts";
import { countOpenWithMethod, listMethods, listZones, readReach } from "../../checkout/shipping-records.ts";
import { countries } from "../../customers/rules/areas.ts";
import { dollars, parseDollars } from "../../money.ts";
import { ok } from "../../outcome.ts";
import { staffMethodOrderPath } from "../paths.ts";
import { areaPart, checksPart, fieldPart, radioPart, typedCents, typedList, typedNumber, typedText } from "./form.ts";
import { methodKind, timeText, zoneKind } from "./kinds.ts";
import { allMethodsId, methodOrderKind } from "./method-order-kind.ts";
import { centsText, openText } from "./promo-screens.ts";
import type { FormContext, RuleScreens } from "./screens.ts";

const countryOptions = countries.map(({ code, name }) => ({ value: code, label: name }));

const readReachText = async ({ db }: FormContext) => reachText(await readReach(db), countries);

export const zoneScreens: RuleScreens<ZoneFields> = {
  kind: zoneKind,
  title: "Shipping zones",
  one: "zone",
  intro: "Countries and states that have shipping methods of their own. A state’s zone counts before its country’s.",
  result: readReachText,
  heads: ["Zone", "Places", "Methods of its own"],
  rows: async ({ db }) => {
    const methods = await listMethods(db);
    return (await listZones(db)).map(({ id, name, places }) => {
      const own = methods.filter(({ zoneId }) => zoneId === id).map((method) => method.name);
      return { id, cells: [name, places.map(placeName).join("; "), own.join(", ") || "none yet"], isOff: false };
    });
  },
  blank: { name: "", places: [] },
  parts: async (_context, { name, places }) => [
    fieldPart("name", "Name", name, { required: true }),
    checksPart("places", "Whole countries", countryOptions, places, "But for states that another zone has."),
    ...countries.map((country) =>
      checksPart(
        "places",
        `${country.name}, by ${country.areaLabel.toLowerCase()}`,
        country.areas.map((area) => ({ value: `${country.code}-${area.code}`, label: area.name })),
        places,
      ),
    ),
  ],
  fieldsTyped: async (_context, typed) => ok({ name: typedText(typed, "name"), places: typedList(typed, "places").sort() }),
  facts: async ({ db }, id) => {
    const methods = (await listMethods(db)).filter(({ zoneId }) => zoneId === id).map(({ name }) => name);
    return [
      methods.length === 0
        ? "No method of its own yet: those of whole countries ship here."
        : `Methods that ship here: ${methods.join(", ")}.`,
    ];
  },
};

const stepText = ({ rateBy, steps }: MethodFields): string =>
  steps.map(({ from, price }) => `${rateBy === "weight" ? from : centsText(from)}: ${centsText(price)}`).join("\n");

/** Lines such as `2000: 9.00`; an invalid number is NaN, which the rules refuse. */
const stepsTyped = (text: string, rateBy: string): RateStep[] =>
  text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [from = "", price = ""] = line.split(":").map((each) => each.trim());
      const grams = /^\d{1,9}$/.test(from) ? Number(from) : Number.NaN;
      return {
        from: rateBy === "weight" ? grams : (parseDollars(from) ?? Number.NaN),
        price: parseDollars(price) ?? Number.NaN,
      };
    });

function minutesTyped(text: string): number | null {
  const match = /^(\d{1,2}):(\d\d)$/.exec(text);
  if (text === "") return null;
  return match && Number(match[2]) < 60 ? Number(match[1]) * 60 + Number(match[2]) : Number.NaN;
}

const rateOptions = [
  { value: "flat", label: "Nothing: one price" },
  { value: "weight", label: "Weight" },
  { value: "subtotal", label: "Subtotal, after discount" },
];

const daysText = ({ daysFrom, daysTo }: MethodFields): string => {
  if (daysTo === null) return "";
  return daysFrom === null || daysFrom === daysTo ? String(daysTo) : `${daysFrom}–${daysTo}`;
};
const optional = (value: number | null): string => (value === null ? "" : String(value));

export const methodScreens: RuleScreens<MethodFields> = {
  kind: methodKind,
  title: "Shipping methods",
  one: "method",
  intro: "What shoppers choose from. Weights are those of the variants, in grams.",
  order: {
    kind: methodOrderKind,
    id: allMethodsId,
    action: staffMethodOrderPath,
    byPrice: "Each shopper is offered them by price, the cheapest first and already chosen, until you move one.",
    byOwner: "Shoppers are offered them in this order, the first already chosen. A new one goes last.",
  },
  result: readReachText,
  heads: ["Method", "Ships to", "Price", "Free from", "Business days", "State"],
  rows: async ({ db }) => {
    const zones = new Map((await listZones(db)).map(({ id, name }) => [id, name]));
    return (await listMethods(db)).map((method) => ({
      id: method.id,
      cells: [
        method.name,
        method.zoneId === null ? method.countries.join(", ") : (zones.get(method.zoneId) ?? ""),
        method.rateBy === "flat" ? dollars(method.price) : `from ${dollars(method.price)}, by ${method.rateBy}`,
        method.freeFrom === null ? "–" : dollars(method.freeFrom),
        daysText(method) || "–",
        method.active ? "On" : "Off",
      ],
      isOff: !method.active,
    }));
  },
  blank: {
    ...{ name: "", description: "", zoneId: null, countries: [], price: 0, rateBy: "flat", steps: [], freeFrom: null },
    ...{ daysFrom: null, daysTo: null, cutoff: null, active: true },
  },
  parts: async ({ db }, fields, isNew) => {
    const zones = (await listZones(db)).map(({ id, name }) => ({ value: id, label: name }));
    return [
      fieldPart("name", "Name", fields.name, { required: true }),
      fieldPart("description", "Description", fields.description),
      radioPart("zoneId", "Ships to", [{ value: "none", label: "Whole countries" }, ...zones], fields.zoneId ?? "none"),
      checksPart("countries", "Countries, without a zone", countryOptions, fields.countries),
      fieldPart("price", "Price in dollars", isNew ? "" : centsText(fields.price), { inputmode: "decimal", required: true }),
      radioPart("rateBy", "What the price depends on", rateOptions, fields.rateBy),
      areaPart(
        "steps",
        "Steps of the price",
        stepText(fields),
        "One a line, such as “2000: 9.00”: from 2,000 grams, or dollars of subtotal, on it costs $9.00. Below the first it is the price above.",
      ),
      fieldPart("freeFrom", "Free from, in dollars", centsText(fields.freeFrom), { inputmode: "decimal" }),
      fieldPart("daysFrom", "Fewest business days", optional(fields.daysFrom), { inputmode: "numeric" }),
      fieldPart("daysTo", "Most business days", optional(fields.daysTo), { inputmode: "numeric" }),
      fieldPart("cutoff", "Leaves on the same day until", fields.cutoff === null ? "" : timeText(fields.cutoff), {
        hint: "Such as 14:00.",
      }),
      checksPart("active", "State", [{ value: "1", label: "On" }], fields.active ? ["1"] : []),
    ];
  },
  fieldsTyped: async (_context, typed, stored) => {
    const zone = typedText(typed, "zoneId");
    const zoneId = zone === "" || zone === "none" ? null : zone;
    const rateBy = (["weight", "subtotal"] as const).find((each) => each === typedText(typed, "rateBy")) ?? "flat";
    return ok({
      name: typedText(typed, "name"),
      description: typedText(typed, "description"),
      zoneId,
      // The countries of a method with a zone are the zone's.
      countries: zoneId !== null && zoneId === stored?.zoneId ? stored.countries : typedList(typed, "countries").sort(),
      price: typedCents(typed, "price", Number.NaN),
      rateBy,
      steps: rateBy === "flat" ? [] : stepsTyped(typedText(typed, "steps"), rateBy),
      freeFrom: typedCents(typed, "freeFrom", null),
      daysFrom: typedNumber(typed, "daysFrom", null),
      daysTo: typedNumber(typed, "daysTo", null),
      cutoff: minutesTyped(typedText(typed, "cutoff")),
      active: typedText(typed, "active") === "1",
    });
  },
  facts: async ({ db }, id) => [
    `${openText(await countOpenWithMethod(db, id), "this method chosen")} Off, they are asked to choose another one.`,
  ],
};
