import { onTestFinished } from "vitest";
import { startExampleNginx } from "../support/example-nginx.ts";

/** Runs the example for nginx until the test ends. */
export async function openExampleNginx(nginx: string, port: number, shops: readonly [number, number]): Promise<void> {
  onTestFinished(await startExampleNginx(nginx, port, shops));
}
