import { describe, expect, test } from "vitest";
import { calls } from "../../server/calls.ts";
import { openapiDocument } from "../../server/openapi/document.ts";
import { refusalCodes } from "../../server/outcome.ts";
import { openapiPath } from "../../server/paths.ts";
import { refusalsOf } from "../../server/web/call-refusals.ts";
import { refusalStatus } from "../../server/web/refusal-status.ts";
import { openShop } from "../support/shop.ts";

type Operation = { operationId: string; parameters?: { name: string; in: string }[]; responses: Record<string, unknown> };
type Document = { openapi: string; paths: Record<string, Record<string, Operation>> };

const document = openapiDocument() as Document;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

/** Every value in the document, including the document. */
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

type Described = { $ref?: string; description?: string; content?: object };
/** The codes that describe a refusal; empty if the refusal has another shape. */
function codesOf(response: unknown): readonly string[] {
  const { $ref, description = "" } = response as Described;
  if ($ref !== undefined) return codesOf(at($ref));
  return description.split(", ").filter((word) => (refusalCodes as readonly string[]).includes(word));
}

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
      expect(Object.keys(operation.responses).filter((status) => /^[23]/.test(status)).length).toBeGreaterThan(0);
    }
  });

  test("says each refusal's codes under the status that they are answered with", () => {
    for (const { operation } of operations) {
      const call = calls[operation.operationId];
      if (!call) throw new Error(`${operation.operationId} is no call`);
      const { json, page } = refusalsOf(call);
      const documented = Object.entries(operation.responses).flatMap(([status, response]) =>
        codesOf(response).map((code) => [code, Number(status)] as const),
      );
      const listed = [...json, ...page].map((code) => [code, refusalStatus[code]] as const);
      expect(documented.sort()).toEqual(expect.arrayContaining(listed));
      expect(documented).toHaveLength(listed.length);
    }
  });

  test("takes from a call no code that every call of its kind has", () => {
    const repeated = Object.entries(calls).filter(([, { codes, ...call }]) => {
      const common = refusalsOf(call);
      return (
        codes?.some((code) => common.json.has(code) || common.page.has(code)) || new Set(codes).size !== (codes?.length ?? 0)
      );
    });
    expect(repeated.map(([name]) => name)).toEqual([]);
  });

  test("asks for no more fields than an object has", () => {
    const wrong = objects.filter(({ required, properties }) => {
      const known = Object.keys((properties as object | undefined) ?? {});
      return Array.isArray(required) && required.some((name) => !known.includes(name as string));
    });
    expect(wrong).toEqual([]);
  });
});

test("the shop serves the description to everybody, and once only while it stays the same", async () => {
  const shop = await openShop({ pays: false });
  const answer = await shop.browser().request("GET", openapiPath);
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(answer.headers.get("cache-control")).toMatch(/^public, /);
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(answer.body).toEqual(document);

  const etag = answer.headers.get("etag") ?? "";
  expect(etag).not.toBe("");
  const again = await shop.browser().request("GET", openapiPath, { headers: { "if-none-match": etag } });
  expect([again.status, again.text]).toEqual([304, ""]);
});
