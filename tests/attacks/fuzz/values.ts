import type { Draws } from "../../support/draws.ts";

const texts: readonly string[] = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "x\r\nSet-Cookie: a=b",
  "\ud800",
  "\u202e\u2066𝕏🧑‍🚀é́",
  "ﷺ".repeat(40),
  "' OR '1'='1",
  '"; DROP TABLE orders; --',
  "%' UNION SELECT 1,2,3 --",
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "{{constructor.constructor('return 1')()}}",
  "../../../../etc/passwd",
  "..\\..\\windows\\win.ini",
  "file:///etc/passwd",
  "http://127.0.0.1:9/",
  "javascript:alert(1)",
  "//evil.example/",
  "$(id)",
  "a@b.example\r\nBcc: c@d.example",
  "NaN",
  "Infinity",
  "-0",
  "1e309",
  "0x10",
  "9007199254740993",
  "2026-02-31",
  "true",
  "null",
  "undefined",
  "[object Object]",
  "__proto__",
  "constructor",
];

const plain: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  -1e308,
  2 ** 53,
  2 ** 31,
  [],
  {},
  [[]],
  [null],
  { a: 1 },
];

/** A value nested so deeply that a recursive reader may fail. */
function nested(draws: Draws): unknown {
  let value: unknown = draws.one(plain);
  const inArray = draws.below(2) === 0;
  for (let depth = draws.below(800); depth > 0; depth--) value = inArray ? [value] : { a: value };
  return value;
}

/** A text that nobody types. */
export function oddText(draws: Draws): string {
  if (draws.below(6) > 0) return draws.one(texts);
  const one = draws.one(["a", "9", "é", "🧪", "\u0000", "%", "'", "<"]);
  return one.repeat(1 + draws.below(draws.one([100, 3_000, 20_000])));
}

/**
 * The most copies of a value that one change may make. A field may be changed several times, and
 * copies of copies could exceed the longest possible text.
 */
const mostCopies = (value: unknown): number => Math.floor(200_000 / ((JSON.stringify(value)?.length ?? 0) + 1));

/** A value that differs from the right one. */
export function oddValue(draws: Draws, right: unknown): unknown {
  switch (draws.below(7)) {
    case 0:
      return draws.one(plain);
    case 1:
      return nested(draws);
    case 2:
      return [right];
    case 3:
      return { value: right, length: draws.one([1, -1, "1", 1e9]) };
    case 4:
      return Array.from({ length: Math.min(draws.below(200), mostCopies(right)) }, () => right);
    default:
      return oddText(draws);
  }
}

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);

/** The fields of a call, with some of them wrong, missing, or added. */
export function spoilt(draws: Draws, fields: Fields): Fields {
  const result: Fields = { ...fields };
  for (let changes = draws.below(3); changes >= 0; changes--) {
    const names = Object.keys(result);
    const name = names.length > 0 && draws.below(6) > 0 ? draws.one(names) : oddText(draws);
    const right = result[name];
    if (isFields(right) && draws.below(3) > 0) result[name] = spoilt(draws, right);
    else if (draws.below(6) === 0) delete result[name];
    // Assignment to a computed key would not set the property `__proto__`.
    else
      Object.defineProperty(result, name, {
        value: oddValue(draws, right),
        enumerable: true,
        configurable: true,
        writable: true,
      });
  }
  return result;
}
