import { reachText } from "../../checkout/rules/reach.ts";
import { type MethodFields, placeName, type ZoneFields } from "../../checkout/rules/shipping-fields.ts";
import { countOpenWithMethod, listMethods, listZones, readReach } from "../../checkout/shipping-records.ts";
import { countries } from "../../customers/rules/areas.ts";
import { dollars } from "../../money.ts";
import type { FormContext } from "../forms/form.ts";
import { onCell } from "../lists/columns.ts";
import { staffMethodOrderPath } from "../paths.ts";
import { methodKind, zoneKind } from "./kinds.ts";
import { methodForm } from "./method-form.ts";
import { allMethodsId, methodOrderKind } from "./method-order-kind.ts";
import { openText } from "./promo-screens.ts";
import type { RuleScreens } from "./screens.ts";
import { zoneForm } from "./zone-form.ts";

const readReachText = async ({ db }: FormContext) => reachText(await readReach(db), countries);

export const zoneScreens: RuleScreens<ZoneFields> = {
  kind: zoneKind,
  form: zoneForm,
  title: "Shipping zones",
  one: "zone",
  intro: "Countries and states that have shipping methods of their own. A state’s zone counts before its country’s.",
  result: readReachText,
  heads: ["Zone", "Places", "Methods of its own"],
  rows: async ({ db }) => {
    const methods = await listMethods(db);
    return (await listZones(db)).map(({ id, name, places }) => {
      const own = methods.filter(({ zoneId }) => zoneId === id).map((method) => method.name);
      return { id, cells: [name, places.map(placeName).join("; "), own.join(", ") || "none yet"] };
    });
  },
  facts: async ({ db }, id) => {
    const [methods, zones] = [await listMethods(db), await listZones(db)];
    const places = zones.find((zone) => zone.id === id)?.places ?? [];
    const namesOf = (isShown: (method: MethodFields) => boolean) =>
      methods
        .filter(isShown)
        .map(({ name }) => name)
        .join(", ");
    const own = namesOf(({ zoneId }) => zoneId === id);
    const whole = namesOf(
      ({ zoneId, countries }) => zoneId === null && places.some((place) => countries.some((code) => place.startsWith(code))),
    );
    return [
      own === "" ? "No method of its own yet." : `Methods of its own: ${own}.`,
      ...(whole === ""
        ? []
        : [
            `Methods of whole countries ship here too: ${whole}. To leave one out here, give the other states a zone, and that zone the method.`,
          ]),
    ];
  },
};

const daysText = ({ daysFrom, daysTo }: MethodFields): string => {
  if (daysTo === null) return "";
  return daysFrom === null || daysFrom === daysTo ? String(daysTo) : `${daysFrom}–${daysTo}`;
};

export const methodScreens: RuleScreens<MethodFields> = {
  kind: methodKind,
  form: methodForm,
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
        method.freeFrom === null ? "" : dollars(method.freeFrom),
        daysText(method),
        onCell(method.active),
      ],
    }));
  },
  facts: async ({ db }, id) => [
    `${openText(await countOpenWithMethod(db, id), "this method chosen")} Off, they are asked to choose another one.`,
  ],
};
