import { describe, expect, test } from "vitest";
import { readXml } from "../../server/payments/gateways/xml.ts";

describe("a document in XML", () => {
  test.each([
    ["elements in their order", "<a><b>1</b><c/><b>2</b></a>", { a: [{ b: ["1", "2"], c: [""] }] }],
    ["text with references and CDATA", "<a>1 &lt; 2 &#38; <![CDATA[<3>]]></a>", { a: ["1 < 2 & <3>"] }],
    ["a declaration and a byte order mark", '\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n<a>x</a>\n', { a: ["x"] }],
    ["no attributes, comments or text between elements", '<a x="1"> <!-- no --> <b>1</b> </a>', { a: [{ b: ["1"] }] }],
    ["names of JavaScript", "<__proto__><toString>1</toString></__proto__>", JSON.parse('{"__proto__":[{"toString":["1"]}]}')],
  ])("is read with %s", (_what, document, elements) => {
    expect(JSON.stringify(readXml(document))).toEqual(JSON.stringify(elements));
  });

  test.each([
    ["nothing", ""],
    ["text", "response=1"],
    ["an open element", "<a><b>1</b>"],
    ["crossed elements", "<a><b></a></b>"],
    ["two roots", "<a/><b/>"],
    ["a page", "<html><br></html>"],
    ["an external entity", '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>&e;</a>'],
    ["a DOCTYPE, even without an entity", "<!DOCTYPE a><a/>"],
    ["an unknown entity", "<a>&e;</a>"],
  ])("is not read from %s", (_what, document) => {
    expect(readXml(document)).toBeUndefined();
  });
});
