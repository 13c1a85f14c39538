import type { Load } from "./questions.ts";
import type { Running } from "./running.ts";

/** A measured side: one server under one load. */
export type Side = { name: string; server: Running; load: (round: number) => Load };

export type Sample = {
  /** answers per second */
  rate: number;
  /** the server's CPU per answer, in µs */
  cpu: number;
  /** the number of cores that server and load kept busy: 1 is one core all the time */
  serverCores: number;
  loadCores: number;
  /** the bytes of one answer, head and body */
  bytes: number;
};

/** The ms of round 0, which warms up and is not counted. */
const warmUp = 2000;

async function measureSide(load: Running, { server, load: of }: Side, round: number): Promise<Sample> {
  const requests = of(round);
  if (round === 0) requests.milliseconds = Math.min(requests.milliseconds, warmUp);
  return await measure(load, server, requests);
}

/** Measures one round of a server under a load. */
export async function measure(load: Running, server: Running, requests: Load): Promise<Sample> {
  const before = { server: await server.ask("cpu", null), load: await load.ask("cpu", null) };
  const { answers, bytes, milliseconds } = await load.ask("load", requests);
  const serverCpu = (await server.ask("cpu", null)) - before.server;
  const loadCpu = (await load.ask("cpu", null)) - before.load;
  return {
    rate: (answers / milliseconds) * 1000,
    cpu: (serverCpu / answers) * 1000,
    serverCores: serverCpu / milliseconds,
    loadCores: loadCpu / milliseconds,
    bytes: bytes / answers,
  };
}

/**
 * Runs rounds in which the sides take turns, so that other work on the machine affects all sides.
 */
export async function alternate(load: Running, sides: readonly Side[], rounds: number): Promise<Map<string, Sample[]>> {
  const samples = new Map<string, Sample[]>(sides.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const side of sides) {
      const sample = await measureSide(load, side, round);
      if (round > 0) samples.get(side.name)?.push(sample);
    }
  }
  return samples;
}
