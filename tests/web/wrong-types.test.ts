import { expect, test } from "vitest";
import { z } from "zod";
import { calls } from "../../server/calls.ts";
import { parseInput } from "../../server/web/read.ts";

type Shape = { properties?: Record<string, Shape>; anyOf?: Shape[]; allOf?: Shape[] };

const wrong: readonly unknown[] = [null, 5, "text", "", true, [], {}, [{}], { a: { b: [] } }, 1e21, -1, 0.5, "x".repeat(20_000)];

const shapeOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Shape;
const fieldsOf = ({ properties = {}, anyOf = [], allOf = [] }: Shape): [string, Shape][] => [
  ...Object.entries(properties),
  ...[...anyOf, ...allOf].flatMap(fieldsOf),
];

/** Inputs where one field of one level has a wrong value, and inputs that are wrong as a whole. */
const inputsOf = (shape: Shape): unknown[] => [
  undefined,
  ...wrong,
  ...fieldsOf(shape).flatMap(([name, inner]) => inputsOf(inner).map((value) => ({ [name]: value }))),
];

const schemas = Object.entries(calls).flatMap(([name, { body, form, query }]) =>
  Object.entries({ body, form, query }).flatMap(([kind, schema]) => (schema ? [[`${name}, ${kind}`, schema] as const] : [])),
);

const parsersWords = /invalid|expected|received|undefined|\bNaN\b|zod|unrecognized|required|too (big|small)|!|\bnull\b/i;

test.each(schemas)("wrong types are refused in the shop's words: %s", (_name, schema) => {
  const shape = shapeOf(schema);
  const refusals = inputsOf(shape).flatMap((input) => {
    const read = parseInput(schema, input);
    return read.ok ? [] : [read];
  });

  expect(refusals.length + (fieldsOf(shape).length === 0 ? 1 : 0)).toBeGreaterThan(0);
  for (const { code, error } of refusals) {
    expect(code).toBe("invalid");
    expect(error).not.toMatch(parsersWords);
    expect(error).toMatch(/^(“[\w.-]+” [a-z]|[A-Z]).*\.$/);
    expect(error.length).toBeLessThan(120);
  }
});
