import { reasonWords } from "../../catalog/rules/stock-reasons.ts";
import { dollars } from "../../money.ts";
import { isPermission, permissionWords } from "../people/rules/permissions.ts";
import { signed } from "../products/stock-page.ts";
import type { Change } from "../records/audit.ts";
import { recordKindOf } from "../records/kinds.ts";
import { valueText } from "../records/rules/record-changes.ts";
import type { RecordNames } from "./record-names.ts";

type Fields = NonNullable<Change["after"]>;

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Units that moved: `Received +10, 12 → 22, Delivery from Potters`. */
function movementWords({ units, onHand, reason, note }: Fields): string {
  const words = typeof reason === "string" ? (reasonWords as Fields)[reason] : "Units";
  return [`${words} ${signed(Number(units))}`, `${Number(onHand) - Number(units)} → ${onHand}`, note].filter(Boolean).join(", ");
}

function countWords({ variant, counted, expected, movements }: Fields, names: RecordNames): string {
  if (movements !== undefined) return movements === 1 ? "1 variant changed" : `${movements} variants changed`;
  const name = typeof variant === "string" ? (names("stock", variant)?.name ?? variant) : "";
  return counted === undefined ? name : `${name}: ${counted} counted, ${expected} expected`;
}

const permissionsIn = (value: unknown) => (Array.isArray(value) ? value.filter(isPermission) : []);

/** The new name of a role, and the permissions that the change gave and took. */
function roleWords(before: Fields, after: Fields): string {
  const [held, holds] = [permissionsIn(before.permissions), permissionsIn(after.permissions)];
  const words = (label: string, list: typeof held) => list.length > 0 && `${label}: ${list.map(permissionWords).join("; ")}`;
  return [
    after.name !== undefined && `Name: ${before.name} → ${after.name}`,
    words(
      "Given",
      holds.filter((permission) => !held.includes(permission)),
    ),
    words(
      "Taken",
      held.filter((permission) => !holds.includes(permission)),
    ),
  ]
    .filter(Boolean)
    .join(". ");
}

/** The values of an entry besides the record's own fields, such as a phone order's product. */
const valueWords = (fields: Fields): string =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([name, value]) => `${capitalized(name)}: ${name === "amount" ? dollars(Number(value)) : valueText(value)}`)
    .join("; ");

/** The words for a change: the names of its fields, or its values where the names say too little. */
export function changeDetail({ kind: word, before, after }: Change, names: RecordNames): string {
  if (before && after) {
    if (word === "staff role") return roleWords(before, after);
    const labels: Readonly<Record<string, string>> = recordKindOf(word)?.labels ?? {};
    return Object.keys({ ...before, ...after })
      .map((field) => labels[field] ?? field)
      .join(", ");
  }
  if (!after) return "";
  if (word === "stock") return movementWords(after);
  if (word === "count sheet") return "name" in after ? "" : countWords(after, names);
  // All fields of an added record count as changed, so naming them would say nothing.
  if (recordKindOf(word) && Object.keys(after).some((field) => field in (recordKindOf(word)?.labels ?? {}))) return "";
  const { file: _, ...values } = after;
  return valueWords(values);
}
