import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isProof } from "../support/long-form.ts";
import { findTool } from "../support/missing-tools.ts";
import { sqlmap, sqlmapFindings, wapiti, wapitiFindings } from "./scanners/findings.ts";
import { openScannedShop } from "./scanners/scanned-shop.ts";

test("what a scanner's report holds is read, and what it only tells is no finding", () => {
  const one = { method: "GET", path: "/a", info: "b", level: 1, parameter: "c" };
  const report = {
    vulnerabilities: { "SQL Injection": [one], CRLF: [] },
    anomalies: { "Internal Server Error": [one] },
    additionals: { Technology: [one] },
  };

  expect(wapitiFindings(JSON.stringify(report))).toEqual([
    { kind: "SQL Injection", at: "GET /a: b" },
    { kind: "Internal Server Error", at: "GET /a: b" },
  ]);
  expect(
    sqlmapFindings(
      "Target URL,Place,Parameter,Technique(s),Note(s)\nhttp://a/?b=1,GET,b,B,\nhttp://a/c,POST,d,B,false positive or unexploitable\n\n",
    ),
  ).toEqual([{ kind: "SQL injection", at: "http://a/?b=1,GET,b,B," }]);
});

const scanners = Object.entries({ wapiti, sqlmap }).flatMap(([name, run]) => {
  const program = isProof ? findTool(name) : undefined;
  return program === undefined ? [] : [[name, run, program] as const];
});

if (scanners.length > 0)
  test.each(scanners)("%s finds nothing in all screens of a customer", { timeout: 900_000 }, async (name, run, program) => {
    const shop = await openScannedShop();
    const began = shop.came.requests;

    const findings = await run(program, shop, mkdtempSync(join(tmpdir(), `${name}-`)));

    const requests = shop.came.requests - began;
    console.log(`${name}: ${requests} requests, ${findings.length} findings, ${shop.came.faults.length} answers of 5xx`);
    expect(findings).toEqual([]);
    expect(shop.came.faults).toEqual([]);
    expect(requests).toBeGreaterThan(shop.screens.length);
    await shop.end();
  });
