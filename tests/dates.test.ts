import { describe, expect, test } from "vitest";
import { openDates } from "../server/dates.ts";

/** 2026-01-11 at 2:30 UTC: in America it is still the day before. */
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
});
