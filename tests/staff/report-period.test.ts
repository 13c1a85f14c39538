import { expect, test } from "vitest";
import { dayAfter, presetRanges, rangeOf } from "../../server/staff/rules/report-period.ts";

const today = Date.UTC(2026, 2, 1) / 86_400_000;

test("a range is what was typed, in its order, else the last 30 days", () => {
  expect(rangeOf("2026-01-05", "2026-01-07", today)).toEqual({ from: "2026-01-05", to: "2026-01-07" });
  expect(rangeOf("2026-01-07", "2026-01-05", today)).toEqual({ from: "2026-01-05", to: "2026-01-07" });
  for (const typed of ["", "2026-02-30", "yesterday"])
    expect([typed, rangeOf(typed, typed, today)]).toEqual([typed, { from: "2026-01-31", to: "2026-03-01" }]);
});

test("months and years to choose from end on their last days", () => {
  expect(presetRanges(today)).toMatchObject([
    { from: "2026-01-31", to: "2026-03-01" },
    { from: "2026-03-01", to: "2026-03-01" },
    { from: "2026-02-01", to: "2026-02-28" },
    { from: "2026-01-01", to: "2026-03-01" },
    { from: "2025-01-01", to: "2025-12-31" },
  ]);
  expect(dayAfter("2025-12-31")).toBe("2026-01-01");
});
