import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addBusinessDays, businessDayFrom, isBusinessDay, isoDay } from "../../server/checkout/rules/business-days.ts";
import { deliveryDates, deliverySpan } from "../../server/checkout/rules/delivery.ts";
import { openDates } from "../../server/dates.ts";
import { often } from "../support/long-form.ts";

const dayOf = (iso: string): number => Date.parse(iso) / 86_400_000;
const numRuns = often(300, 10_000);
/** The years 2000 to 2099. */
const anyDay = fc.integer({ min: dayOf("2000-01-01"), max: dayOf("2099-12-31") });
const deliveryTimes = fc
  .record({ daysFrom: fc.nat(20), more: fc.nat(20), cutoff: fc.option(fc.nat(1440), { nil: undefined }) })
  .map(({ daysFrom, more, cutoff }) => ({ daysFrom, daysTo: daysFrom + more, cutoff }));
const time = fc.record({ day: anyDay, minutes: fc.nat(1439) });

describe("business days", () => {
  test("leave out weekends and the federal holidays of 2026 and 2027, on the days when they are kept", () => {
    const free = (year: number) =>
      Array.from({ length: 366 }, (_, at) => dayOf(`${year}-01-01`) + at)
        .filter((day) => isoDay(day).startsWith(String(year)) && ![0, 6].includes(new Date(day * 86_400_000).getUTCDay()))
        .filter((day) => !isBusinessDay(day))
        .map((day) => isoDay(day).slice(5));
    expect(free(2026)).toEqual([
      "01-01",
      "01-19",
      "02-16",
      "05-25",
      "06-19",
      "07-03",
      "09-07",
      "10-12",
      "11-11",
      "11-26",
      "12-25",
    ]);
    // Juneteenth and Christmas fall on a Saturday, and Independence Day on a Sunday. New Year's Day
    // of 2028 is a Saturday too.
    expect(free(2027)).toEqual([
      "01-01",
      "01-18",
      "02-15",
      "05-31",
      "06-18",
      "07-05",
      "09-06",
      "10-11",
      "11-11",
      "11-25",
      "12-24",
      "12-31",
    ]);
    for (const day of ["2026-11-21", "2026-11-22"]) expect([day, isBusinessDay(dayOf(day))]).toEqual([day, false]);
  });

  test("are counted one by one: no count skips a business day or ends on another day", () => {
    fc.assert(
      fc.property(anyDay, fc.nat(40), (day, count) => {
        const start = businessDayFrom(day);
        const end = addBusinessDays(start, count);
        const between = Array.from({ length: end - start }, (_, at) => start + at + 1).filter(isBusinessDay);
        expect([isBusinessDay(end), between.length]).toEqual([true, count]);
      }),
      { numRuns },
    );
  });
});

describe("the estimate of a delivery", () => {
  const overnight = { daysFrom: 1, daysTo: 1, cutoff: 720 };

  test("counts from today before the cut-off time, from the next business day at it and after", () => {
    const wednesday = dayOf("2026-12-02");
    expect(deliveryDates(overnight, { day: wednesday, minutes: 719 })).toEqual({ from: "2026-12-03", to: "2026-12-03" });
    expect(deliveryDates(overnight, { day: wednesday, minutes: 720 })).toEqual({ from: "2026-12-04", to: "2026-12-04" });
  });

  test("counts from Monday for a weekend, whatever the time, and passes over Thanksgiving", () => {
    for (const [day, minutes] of [
      ["2026-11-20", 721],
      ["2026-11-21", 0],
      ["2026-11-22", 1439],
      ["2026-11-23", 0],
    ] as const)
      expect(deliveryDates({ ...overnight, daysTo: 3 }, { day: dayOf(day), minutes })).toEqual({
        from: "2026-11-24",
        to: "2026-11-27",
      });
  });

  test("is never before the order, never earlier for who orders later, and ends on a business day", () => {
    fc.assert(
      fc.property(deliveryTimes, time, fc.nat(20_000), (method, ordered, later) => {
        const { from, to } = deliveryDates(method, ordered);
        const minutes = ordered.day * 1440 + ordered.minutes + later;
        const next = deliveryDates(method, { day: Math.floor(minutes / 1440), minutes: minutes % 1440 });
        expect(dayOf(from)).toBeGreaterThanOrEqual(ordered.day);
        expect(from <= to && from <= next.from && to <= next.to).toBe(true);
        expect([isBusinessDay(dayOf(from)), isBusinessDay(dayOf(to))]).toEqual([true, true]);
      }),
      { numRuns },
    );
  });

  test("without a date names the first method and the fastest", () => {
    const method = (name: string, daysFrom: number, daysTo: number) => ({ name, delivery: { daysFrom, daysTo, cutoff: 0 } });
    const unknown = { name: "Pigeon", delivery: undefined };
    expect(deliverySpan([unknown, method("Standard", 5, 7), method("Overnight", 1, 1), method("Express", 2, 3)])).toBe(
      "Standard delivery in 5–7 business days, overnight in 1 day",
    );
    expect(deliverySpan([method("Standard", 5, 7), method("Purolator", 2, 3)])).toBe(
      "Standard delivery in 5–7 business days, Purolator in 2–3 days",
    );
    expect(deliverySpan([method("Courier", 1, 1)])).toBe("Courier delivery in 1 business day");
    expect(deliverySpan([unknown])).toBeUndefined();
  });
});

describe("the shop's own clock", () => {
  test("knows the day and the minute in its zone, in summer and in winter", () => {
    const { local } = openDates("America/New_York");
    expect(local(Date.UTC(2026, 11, 3, 4, 59))).toEqual({ day: dayOf("2026-12-02"), minutes: 23 * 60 + 59 });
    expect(local(Date.UTC(2026, 11, 3, 5, 0))).toEqual({ day: dayOf("2026-12-03"), minutes: 0 });
    expect(local(Date.UTC(2026, 6, 1, 16, 0))).toEqual({ day: dayOf("2026-07-01"), minutes: 720 });
  });

  test("tells a span of days in words, and one day as one", () => {
    const { range } = openDates("Asia/Tokyo");
    expect(range("2026-12-30", "2027-01-04")).toBe("Wed, Dec 30, 2026 – Mon, Jan 4, 2027");
    expect(range("2026-12-02", "2026-12-04")).toBe("Wed, Dec 2 – Fri, Dec 4, 2026");
    expect(range("2026-12-02", "2026-12-02")).toBe("Wed, Dec 2, 2026");
  });
});
