import { describe, expect, test } from "vitest";
import { heldTag } from "../../server/web/conditional.ts";
import { encodingFor, encodings } from "../../server/web/encoding.ts";

describe("a body goes out in", () => {
  test.each([
    ["gzip, deflate, br, zstd", "br"],
    ["BR", "br"],
    ["br;q=0.1, gzip", "br"],
    ["br;q=0, gzip", "gzip"],
    ["gzip; q=0.000, br;q=0.0", "identity"],
    ["*", "identity"],
    ["gzip, *;q=0", "gzip"],
    ["identity", "identity"],
    ["brotli, xgzip", "identity"],
    ["", "identity"],
    [undefined, "identity"],
  ])("the best encoding that %s takes: %s", (accept, expected) => {
    expect(encodingFor(accept, encodings)).toBe(expected);
  });

  test("one that it is kept in, or as it is", () => {
    expect(encodingFor("br, gzip", ["gzip"])).toBe("gzip");
    expect(encodingFor("br", ["gzip"])).toBe("identity");
    expect(encodingFor("br, gzip", [])).toBe("identity");
  });
});

describe("a client that names", () => {
  test.each([
    ['"b-br"', '"b-br"'],
    ['"b-br0"', '"b-br0"'],
    ['W/"b-br"', '"b-br"'],
    ['"a", W/"b-br0" , "c"', '"b-br0"'],
    ["*", '"b-br"'],
    ['"b"', undefined],
    ["b-br", undefined],
    ['"xb-br"', undefined],
    ["", undefined],
    [undefined, undefined],
  ])("%s has the content under %s", (ifNoneMatch, expected) => {
    expect(heldTag(ifNoneMatch, '"b-br"', ['"b-br0"'])).toBe(expected);
  });
});
