import { expect, test } from "vitest";
import { countedUnits, mostUnits, movedUnits } from "../../server/catalog/rules/stock-reasons.ts";

test("units have the sign of their reason, and may not contradict it", () => {
  expect(movedUnits("received", "12")).toEqual({ ok: true, value: 12 });
  expect(movedUnits("received", "+1,200")).toEqual({ ok: true, value: 1200 });
  expect(movedUnits("damaged", "3")).toEqual({ ok: true, value: -3 });
  expect(movedUnits("damaged", "−3")).toEqual({ ok: true, value: -3 });
  expect(movedUnits("correction", "-3")).toEqual({ ok: true, value: -3 });
  expect(movedUnits("correction", "3")).toEqual({ ok: true, value: 3 });
  expect(movedUnits("received", "-1")).toMatchObject({ ok: false, error: expect.stringContaining("adds units") });
  expect(movedUnits("lost", "+1")).toMatchObject({ ok: false, error: expect.stringContaining("takes units away") });
});

test("what is no whole number of units is refused", () => {
  for (const typed of ["", "0", "x", "1.5", "--1", "1e3", String(mostUnits + 1)])
    expect([typed, movedUnits("received", typed).ok]).toEqual([typed, false]);
  for (const typed of ["", "-1", "x", "1.5", String(mostUnits + 1)])
    expect([typed, countedUnits(typed).ok]).toEqual([typed, false]);
  expect(countedUnits("0")).toEqual({ ok: true, value: 0 });
  expect(countedUnits("1 000 000")).toEqual({ ok: true, value: mostUnits });
});
