import { describe, expect, test } from "vitest";
import { calls } from "../../server/calls.ts";
import { openapiDocument } from "../support/openapi-document.ts";

type Operation = { operationId: string; parameters?: { name: string; in: string }[]; responses: Record<string, unknown> };
type Document = { openapi: string; paths: Record<string, Record<string, Operation>> };

const document = openapiDocument() as Document;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

/** Every value of the document, itself included. */
function* valuesIn(value: unknown): Generator<unknown> {
  yield value;
  if (typeof value === "object" && value !== null) for (const each of Object.values(value)) yield* valuesIn(each);
}
const objects = [...valuesIn(document)].filter(
  (value): value is Record<string, unknown> => typeof value === "object" && value !== null,
);

const at = (pointer: string): unknown =>
  pointer
    .slice(2)
    .split("/")
    .reduce<unknown>((found, name) => (found as Record<string, unknown> | undefined)?.[name], document);

describe("the API's description", () => {
  test("names every call once, under its method and path", () => {
    expect(document.openapi).toBe("3.1.0");
    expect(operations.map(({ operation }) => operation.operationId).sort()).toEqual(Object.keys(calls).sort());
    for (const { path, method, operation } of operations) {
      const call = calls[operation.operationId];
      expect([method.toUpperCase(), path]).toEqual([call?.method, call?.path.replace(/:(\w+)/g, "{$1}")]);
    }
  });

  test("refers to nothing that it does not hold", () => {
    const references = objects.flatMap(({ $ref }) => (typeof $ref === "string" ? [$ref] : []));
    expect(references.length).toBeGreaterThan(10);
    expect(references.filter((reference) => at(reference) === undefined)).toEqual([]);
    const schemes = objects.flatMap(({ security }) => (Array.isArray(security) ? security.flatMap(Object.keys) : []));
    expect(schemes.filter((name) => at(`#/components/securitySchemes/${name}`) === undefined)).toEqual([]);
  });

  test("says every parameter of a path, and what each call answers and refuses", () => {
    for (const { path, operation } of operations) {
      const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === "path").map(({ name }) => `{${name}}`);
      expect(inPath).toEqual(path.match(/\{\w+\}/g) ?? []);
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(["4XX"]));
      expect(Object.keys(operation.responses).filter((status) => /^[23]/.test(status)).length).toBeGreaterThan(0);
    }
  });

  test("asks for no more fields than an object has", () => {
    const wrong = objects.filter(({ required, properties }) => {
      const known = Object.keys((properties as object | undefined) ?? {});
      return Array.isArray(required) && required.some((name) => !known.includes(name as string));
    });
    expect(wrong).toEqual([]);
  });
});
