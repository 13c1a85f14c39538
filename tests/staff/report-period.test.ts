import { expect, test } from "vitest";
import { checkDays, dayAfter, presetRanges, rangeOf } from "../../server/staff/reports/rules/report-period.ts";

const today = Date.UTC(2026, 2, 1) / 86_400_000;

test("a range is what was typed, else the last 30 days", () => {
  expect(rangeOf("2026-01-05", "2026-01-07", today)).toEqual({ from: "2026-01-05", to: "2026-01-07" });
  expect(rangeOf("2026-01-07", "yesterday", today)).toEqual({ from: "2026-01-07", to: "yesterday" });
  expect(rangeOf("", "", today)).toEqual({ from: "2026-01-31", to: "2026-03-01" });
});

test("what is no day is refused at its field, and a last day before the first at the last", () => {
  const wrong = (from: string, to: string) => {
    const checked = checkDays({ from, to });
    return checked.ok ? [] : checked.errors?.map(({ field, message }) => [field, message]);
  };
  for (const [from, to] of [
    ["2026-01-07", "2026-01-07"],
    ["2026-01-07", "2026-01-08"],
    ["2024-02-29", ""],
    ["", "2026-01-08"],
    ["", ""],
  ] as const)
    expect([from, to, wrong(from, to)]).toEqual([from, to, []]);
  expect(wrong("2026-01-07", "2026-01-05")).toEqual([["to", "Choose a day on or after “From”."]]);
  const none = "Enter a date, such as 2026-12-31.";
  for (const typed of ["2026-02-30", "yesterday", "2026-1-5", "2026-01-05x"]) {
    expect([typed, wrong(typed, "2026-01-05")]).toEqual([typed, [["from", none]]]);
    expect([typed, wrong("", typed)]).toEqual([typed, [["to", none]]]);
  }
  expect(wrong("x", "y")).toEqual([
    ["from", none],
    ["to", none],
  ]);
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
