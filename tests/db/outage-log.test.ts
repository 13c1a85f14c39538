import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { silentDatabase } from "../../server/db/failure.ts";
import { openOutageLog } from "../../server/db/outage-log.ts";

/** A log of outages with a stopped clock. Its database is unavailable until `come` is called. */
function openAway(countEvery = 60_000) {
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
  const clock = { at: 0 };
  let isAway = true;
  const ping = async () => {
    if (isAway) throw silentDatabase();
  };
  const times = { lookEvery: 1, quietFor: 2000, countEvery };
  const outages = openOutageLog({ log, ping, elapsed: () => clock.at, times });
  onTestFinished(outages.stop);
  const said = () =>
    lines.map((line) => {
      const { level, msg, seconds, refused, request, timer } = JSON.parse(line);
      return JSON.parse(JSON.stringify({ level, msg, seconds, refused, request, timer }));
    });
  const setAway = (away: boolean) => {
    isAway = away;
  };
  return { outages, clock, lines, said, setAway };
}

const failed = { level: 50, msg: "request failed" };

test("an outage is one error with its stack, a count each minute, and one at the end; the next one is told anew", async () => {
  const { outages, clock, lines, said, setAway } = openAway();
  for (const request of ["one", "two", "three"]) outages.refused(silentDatabase(), request);
  expect(said()).toEqual([{ ...failed, request: "one" }]);
  expect(JSON.parse(lines[0] ?? "").err.stack).toContain("outage-log.test.ts");

  clock.at += 60_000;
  const count = { level: 40, msg: "the database still does not respond", seconds: 60, refused: 3 };
  await vi.waitFor(() => expect(said().slice(1)).toEqual([count]));
  outages.refused(silentDatabase(), "four");
  setAway(false);
  // The database is not checked while requests fail.
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(said()).toHaveLength(2);
  clock.at += 2000;
  const end = { level: 40, msg: "the database responds again", seconds: 62, refused: 4 };
  await vi.waitFor(() => expect(said().slice(2)).toEqual([end]));

  outages.refused(silentDatabase(), "five");
  expect(said().slice(3)).toEqual([{ ...failed, request: "five" }]);
  outages.stop();
  expect(said().at(-1)).toEqual({ level: 40, msg: "the shop ends while the database does not respond", seconds: 0, refused: 1 });
});

test("an outage lasts while the database is away, also where nobody asks for anything", async () => {
  const { outages, clock, said, setAway } = openAway();
  outages.refused(silentDatabase(), "one");
  clock.at += 3000;
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(said()).toHaveLength(1);
  setAway(false);
  await vi.waitFor(() => expect(said()).toHaveLength(2));
});

test("each kind of failure is logged once, timers too, and what the database has nothing to do with each time", () => {
  const { outages, said } = openAway();
  const full = Object.assign(new Error("no space"), { code: "53100" });
  const defect = new Error("a defect");
  for (const _ of [1, 2]) {
    outages.refused(silentDatabase(), "silent");
    outages.refused(full, "full");
    outages.failed(silentDatabase(), "timer failed", { timer: "sweep" });
    outages.refused(defect, "defect");
  }
  expect(said()).toEqual([
    { ...failed, request: "silent" },
    { ...failed, request: "full" },
    { level: 50, msg: "timer failed", timer: "sweep" },
    { ...failed, request: "defect" },
    { ...failed, request: "defect" },
  ]);
});
