import { expect, test } from "vitest";
import { calendarSpans } from "../../server/orders/rules/report-days.ts";
import { chartScale } from "../../server/staff/reports/rules/chart-scale.ts";
import { comparedWords } from "../../server/staff/reports/rules/compared-words.ts";
import {
  bookedDays,
  checkDays,
  dayAfter,
  daysBefore,
  presetRanges,
  rangeOf,
  unitOf,
  unitsOf,
} from "../../server/staff/reports/rules/report-period.ts";

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

test("a span is divided into days, weeks from Monday, and months; its ends cut the first and the last", () => {
  const day = (iso: string) => Date.parse(iso) / 86_400_000;
  const span = { from: day("2026-02-27"), to: day("2026-03-04") };
  const spans = (unit: "day" | "week" | "month") =>
    calendarSpans(unit, span).map(({ from, to }) => [from, to].map((at) => new Date(at * 86_400_000).toISOString().slice(5, 10)));
  expect(spans("day").map(([from]) => from)).toEqual(["02-27", "02-28", "03-01", "03-02", "03-03"]);
  // 2026-03-02 is a Monday.
  expect(spans("week")).toEqual([
    ["02-27", "03-02"],
    ["03-02", "03-04"],
  ]);
  expect(spans("month")).toEqual([
    ["02-27", "03-01"],
    ["03-01", "03-04"],
  ]);
  expect(calendarSpans("week", { from: day("1969-12-29"), to: day("1970-01-06") })).toEqual([
    { from: -3, to: 4 },
    { from: 4, to: 5 },
  ]);
  expect(daysBefore({ from: 10, to: 14 })).toEqual({ from: 6, to: 10 });
});

test("a long period begins with the first booking, and none goes beyond today; it has no more days or weeks than can be read", () => {
  const sales = { first: today - 400, last: today - 2 };
  const range = { from: "2000-01-01", to: "2099-12-31" };
  expect(bookedDays(range, today, sales)).toEqual({ from: today - 400, to: today + 1 });
  expect(bookedDays(range, today, { ...sales, last: today + 3 }).to).toBe(today + 4);
  // A short period has all of its days, so that two of them can be compared.
  const short = { from: "2025-01-01", to: "2025-04-02" };
  expect(bookedDays(short, today, { first: today, last: today })).toEqual({ from: today - 424, to: today - 332 });

  const units = (days: number) => unitsOf({ from: 0, to: days });
  expect([units(92), units(93), units(731), units(732)]).toEqual([
    ["day", "week", "month"],
    ["week", "month"],
    ["week", "month"],
    ["month"],
  ]);
  const unit = (asked: "day" | "week" | "month" | undefined, days: number) => unitOf(asked, { from: 0, to: days });
  expect([unit(undefined, 92), unit(undefined, 93), unit("day", 93), unit("week", 93), unit("week", 732)]).toEqual([
    ...["day", "month", "week", "week", "month"],
  ]);
});

test("an axis has even steps of whole dollars that hold all values and 0", () => {
  expect(chartScale([12_300, 900])).toEqual({ highest: 15_000, lowest: 0, ticks: [15_000, 10_000, 5_000, 0] });
  expect(chartScale([40_000, -100]).ticks).toEqual([40_000, 20_000, 0, -20_000]);
  expect(chartScale([-150])).toEqual({ highest: 0, lowest: -200, ticks: [0, -100, -200] });
  for (const none of [[], [0], [12]]) expect(chartScale(none)).toEqual({ highest: 100, lowest: 0, ticks: [100, 0] });
});

test("a sum is compared in words with the days before", () => {
  expect(comparedWords(11_200, 10_000, 30)).toBe("$112.00, 12% more than in the 30 days before ($100.00).");
  expect(comparedWords(5_000, 10_000, 7)).toBe("$50.00, 50% less than in the 7 days before ($100.00).");
  expect(comparedWords(10_001, 10_000, 7)).toBe("$100.01, less than 1% more than in the 7 days before ($100.00).");
  expect(comparedWords(-300, 100, 1)).toBe("−$3.00, 400% less than on the day before ($1.00).");
  expect(comparedWords(500, 500, 2)).toBe("$5.00, as much as in the 2 days before.");
  expect(comparedWords(500, 0, 2)).toBe("$5.00, and $0.00 in the 2 days before.");
  expect(comparedWords(500, -200, 2)).toBe("$5.00, and −$2.00 in the 2 days before.");
});
