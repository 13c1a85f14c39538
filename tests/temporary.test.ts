import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { newFolder } from "./db/new-folder.ts";

const source = JSON.stringify(join(import.meta.dirname, "support/temporary.ts"));

/** A process with a run's folder in `around`, which ends when its input does. */
async function startRun(around: string): Promise<{ process: ChildProcess; folder: string }> {
  const script = `
    const { openRunFolder } = await import(${source});
    console.log(openRunFolder(process.argv[1]));
    process.stdin.resume();`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, around]);
  onTestFinished(() => void child.kill("SIGKILL"));
  const [folder] = await once(child.stdout, "data");
  return { process: child, folder: String(folder).trim() };
}

async function end(child: ChildProcess, signal?: NodeJS.Signals): Promise<void> {
  const gone = once(child, "close");
  if (signal) child.kill(signal);
  else child.stdin?.end();
  await gone;
}

describe("the folder of a run of tests", () => {
  test("goes when the run ends", async () => {
    const around = await newFolder("around-");
    const run = await startRun(around);
    expect(readdirSync(around).map((name) => join(around, name))).toEqual([run.folder]);

    await end(run.process);

    expect(readdirSync(around)).toEqual([]);
  });

  test("is removed by the next run after a killed one, and left alone while its run goes on", async () => {
    const around = await newFolder("around-");
    const going = await startRun(around);
    const killed = await startRun(around);
    await end(killed.process, "SIGKILL");
    expect(readdirSync(around)).toHaveLength(2);

    const next = await startRun(around);

    const left = readdirSync(around).map((name) => join(around, name));
    expect(left.sort()).toEqual([going.folder, next.folder].sort());
    await end(going.process);
    await end(next.process);
  });
});
