import { describe, expect, test } from "vitest";
import { openDates } from "../server/dates.ts";

/** The time is 2026-01-11 at 2:30 UTC; in America it is still the day before. */
const at = Date.UTC(2026, 0, 11, 2, 30);
const plain = (text: string) => text.replace(/\s/g, " ");

describe("dates as they are shown", () => {
  test("are those of the shop's own day, and carry their moment for programs", () => {
    expect(openDates("America/New_York").day(at)).toEqual({ iso: "2026-01-11T02:30:00.000Z", text: "January 10, 2026" });
    expect(openDates("Europe/Berlin").day(at).text).toBe("January 11, 2026");
  });

  test("with a time of day name the zone, in summer the summer's", () => {
    const { moment } = openDates("America/New_York");
    expect(plain(moment(at).text)).toBe("January 10, 2026 at 9:30 PM EST");
    expect(plain(moment(Date.UTC(2026, 6, 1, 16)).text)).toBe("July 1, 2026 at 12:00 PM EDT");
    expect(plain(openDates("UTC").moment(at).text)).toBe("January 11, 2026 at 2:30 AM UTC");
  });

  test("are brief in lists: with the time in the shop's own year, else with the year", () => {
    const { brief } = openDates("America/New_York");
    const [newYear, anHourBefore] = [Date.UTC(2026, 0, 1, 5), Date.UTC(2026, 0, 1, 4)];
    expect(plain(brief(at, newYear).text)).toBe("Jan 10, 9:30 PM");
    expect(brief(at, anHourBefore)).toEqual({ iso: "2026-01-11T02:30:00.000Z", text: "Jan 10, 2026" });
  });
});

describe("times that an owner types", () => {
  test.each([
    ["America/New_York", "2026-03-08T01:59", "2026-03-08T06:59:00.000Z"],
    ["America/New_York", "2026-03-08T02:30", "2026-03-08T07:00:00.000Z"],
    ["America/New_York", "2026-03-08T03:00", "2026-03-08T07:00:00.000Z"],
    ["America/New_York", "2026-11-01T01:30", "2026-11-01T05:30:00.000Z"],
    ["Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-03T15:30:00.000Z"],
  ])("in %s %s is %s: one that clocks skip is the end of the skipped time", (zone, typed, at) => {
    expect(new Date(openDates(zone).atLocal(typed)).toISOString()).toBe(at);
  });

  test.each([
    ["America/Havana", "2026-03-08", "2026-03-08T05:00:00.000Z"],
    ["America/Santiago", "2026-09-06", "2026-09-06T04:00:00.000Z"],
    ["America/New_York", "2026-03-08", "2026-03-08T05:00:00.000Z"],
  ])("in %s %s begins at %s, whether or not clocks show midnight", (zone, day, at) => {
    const dates = openDates(zone);
    const start = dates.startOf(day);
    expect(new Date(start).toISOString()).toBe(at);
    expect([dates.typed(start).slice(0, 10), dates.typed(start - 60_000).slice(0, 10) < day]).toEqual([day, true]);
  });
});
