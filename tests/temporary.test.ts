import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { newFolder } from "./db/new-folder.ts";

const source = (name: string) => JSON.stringify(join(import.meta.dirname, "support", name));

type Run = { process: ChildProcess; folder: string; started: number };

/**
 * A process with a run's folder in `around`. It has started another process, and ends when its
 * input ends.
 */
async function startRun(around: string): Promise<Run> {
  const script = `
    const { spawn } = await import("node:child_process");
    const { openRunFolder } = await import(${source("temporary.ts")});
    const { standBy } = await import(${source("stand-by.ts")});
    const { noteStarted } = await import(${source("started.ts")});
    const folder = openRunFolder(process.argv[1]);
    standBy(folder);
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)"], { detached: true, stdio: "ignore" });
    child.unref();
    noteStarted(folder, child.pid, "SIGKILL");
    console.log(JSON.stringify({ folder, started: child.pid }));
    process.stdin.resume();`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, around]);
  onTestFinished(() => void child.kill("SIGKILL"));
  const [printed] = await once(child.stdout, "data");
  return { process: child, ...JSON.parse(String(printed)) };
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

async function end(child: ChildProcess, signal?: NodeJS.Signals): Promise<void> {
  const gone = once(child, "close");
  if (signal) child.kill(signal);
  else child.stdin?.end();
  await gone;
}

describe("the folder of a run of tests", () => {
  test("goes when the run ends, with the processes that it has left", async () => {
    const around = await newFolder("around-");
    const run = await startRun(around);
    expect(readdirSync(around).map((name) => join(around, name))).toEqual([run.folder]);

    await end(run.process);

    expect(readdirSync(around)).toEqual([]);
    await expect.poll(() => isRunning(run.started)).toBe(false);
  });

  test("goes after a killed run too, and another's is left alone", async () => {
    const around = await newFolder("around-");
    const [going, killed] = [await startRun(around), await startRun(around)];

    await end(killed.process, "SIGKILL");

    await expect.poll(() => readdirSync(around).map((name) => join(around, name))).toEqual([going.folder]);
    await expect.poll(() => isRunning(killed.started)).toBe(false);
    expect(isRunning(going.started)).toBe(true);
    await end(going.process);
  });

  test("is removed by the next run after one that ended with its machine", async () => {
    const around = await newFolder("around-");
    const ended = await startRun(around);
    await end(ended.process);
    mkdirSync(ended.folder);

    const next = await startRun(around);

    expect(readdirSync(around).map((name) => join(around, name))).toEqual([next.folder]);
    await end(next.process);
  });
});
