import { expect, test } from "vitest";
import { openDates } from "../../server/dates.ts";
import { clockSpans } from "../../server/orders/rules/report-days.ts";

const hour = 3_600_000;

test("the shop's clock is followed over the days on which it is changed", () => {
  const { local, startOf } = openDates("America/New_York");
  const spans = clockSpans(local, startOf("2026-01-01"), startOf("2027-01-01"));
  expect(spans).toEqual([
    { until: Date.UTC(2026, 2, 8, 7), offset: -5 * hour },
    { until: Date.UTC(2026, 10, 1, 6), offset: -4 * hour },
    { until: Number.POSITIVE_INFINITY, offset: -5 * hour },
  ]);
});

test("a zone whose clock stands still, also by a half hour, has one span", () => {
  const { local } = openDates("Asia/Kolkata");
  expect(clockSpans(local, 0, Date.UTC(2026, 0, 1))).toEqual([{ until: Number.POSITIVE_INFINITY, offset: 5.5 * hour }]);
});

test("for every hour of a year the day found by the spans is the calendar's", () => {
  for (const zone of ["America/Los_Angeles", "Australia/Lord_Howe"]) {
    const { local } = openDates(zone);
    const [from, to] = [Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1)];
    const spans = clockSpans(local, from, to);
    for (let at = from; at < to; at += hour) {
      const offset = spans.find(({ until }) => at < until)?.offset ?? 0;
      expect([zone, at, Math.floor((at + offset) / (24 * hour))]).toEqual([zone, at, local(at).day]);
    }
  }
});
