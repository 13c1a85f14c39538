import { expect, test } from "vitest";
import { dayAfter, isReversed, presetRanges, rangeOf } from "../../server/staff/rules/report-period.ts";

const today = Date.UTC(2026, 2, 1) / 86_400_000;

test("a range is what was typed, also where its days are reversed, else the last 30 days", () => {
  expect(rangeOf("2026-01-05", "2026-01-07", today)).toEqual({ from: "2026-01-05", to: "2026-01-07" });
  expect(rangeOf("2026-01-07", "2026-01-05", today)).toEqual({ from: "2026-01-07", to: "2026-01-05" });
  expect(isReversed({ from: "2026-01-07", to: "2026-01-05" })).toBe(true);
  for (const to of ["2026-01-07", "2026-01-08"]) expect([to, isReversed({ from: "2026-01-07", to })]).toEqual([to, false]);
  for (const typed of ["", "2026-02-30", "yesterday"])
    expect([typed, rangeOf(typed, typed, today)]).toEqual([typed, { from: "2026-01-31", to: "2026-03-01" }]);
});

test("months and years to choose from end on their last days", () => {
  expect(presetRanges(today, Date.UTC(2024, 10, 30) / 86_400_000)).toEqual([
    { name: "Today", from: "2026-03-01", to: "2026-03-01" },
    { name: "Last 7 days", from: "2026-02-23", to: "2026-03-01" },
    { name: "Last 30 days", from: "2026-01-31", to: "2026-03-01" },
    { name: "This month", from: "2026-03-01", to: "2026-03-01" },
    { name: "Last month", from: "2026-02-01", to: "2026-02-28" },
    { name: "This year", from: "2026-01-01", to: "2026-03-01" },
    { name: "Last year", from: "2025-01-01", to: "2025-12-31" },
    { name: "All years", from: "2024-11-30", to: "2026-03-01" },
  ]);
  expect(presetRanges(today, today + 1).at(-1)).toEqual({ name: "All years", from: "2026-03-01", to: "2026-03-01" });
  expect(dayAfter("2025-12-31")).toBe("2026-01-01");
});
