import { parseDollars } from "../../money.ts";

/** The fields of a sent form by their names. */
export type FormBody = Readonly<Record<string, unknown>>;

/** The texts of a field that may be sent several times, as they were sent. */
export const valuesOf = (body: FormBody, name: string): string[] =>
  [body[name]].flat().filter((value): value is string => typeof value === "string");

/** The different values of a field that may be sent several times, without empty values. */
export const readList = (body: FormBody, name: string): string[] => [
  ...new Set(valuesOf(body, name).filter((value) => value !== "")),
];

/** Whether a box was ticked. */
export const isTicked = (body: FormBody, name: string): boolean => body[name] === "1";

/** Reads cents from a typed amount; NaN for an invalid amount, which the rules refuse. */
export const centsOf = (text: string): number => parseDollars(text) ?? Number.NaN;

/** Reads a typed whole number; NaN for an invalid number, which the rules refuse. */
export const wholeNumberOf = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : Number.NaN);
