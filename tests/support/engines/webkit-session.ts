import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { freePort } from "../free-port.ts";
import type { WebKit } from "./find.ts";

/** Sends a request to the driver; the path is relative to the session. */
export type Call = <Answer>(method: "GET" | "POST" | "DELETE", path: string, body?: object) => Promise<Answer>;
/** One running browser. */
export type Session = { call: Call; end(): Promise<void> };
type Sessions = { open(): Promise<Session>; close(): Promise<void> };

/**
 * On a busy machine the driver misses about one browser in a hundred, and waits for it forever. A
 * second try finds it.
 */
const startTimeout = 20_000;

/**
 * Opens sessions of WebKitGTK with these flags, on a virtual display if there is none. Each session
 * has its own driver, since a driver holds at most one.
 */
export async function openSessions(
  { driver, browser: binary, xvfb }: WebKit,
  args: readonly string[],
  browserOptions: { acceptInsecureCerts: boolean },
): Promise<Sessions> {
  const display = process.env.DISPLAY ? undefined : await openDisplay(xvfb ?? "Xvfb");
  const env = { ...process.env, DISPLAY: display?.name ?? process.env.DISPLAY, LIBGL_ALWAYS_SOFTWARE: "1" };
  const running = new Set<ChildProcess>(display && [display.server]);
  const stop = async (server: ChildProcess) => {
    running.delete(server);
    await end(server);
  };

  async function open(): Promise<Session> {
    const port = await freePort();
    const server = spawn(driver, [`--port=${port}`], { env, stdio: "ignore" });
    running.add(server);
    const url = `http://127.0.0.1:${port}`;
    await answering(url);
    const capabilities = { alwaysMatch: { ...browserOptions, "webkitgtk:browserOptions": { binary, args } } };
    try {
      const signal = AbortSignal.timeout(startTimeout);
      const { sessionId } = await request<{ sessionId: string }>(url, "POST", "/session", { capabilities }, signal);
      const call: Call = (method, path, body) => request(url, method, `/session/${sessionId}${path}`, body);
      const endSession = async () => {
        await call("DELETE", "");
        await stop(server);
      };
      return { call, end: endSession };
    } catch (error) {
      await stop(server);
      throw error;
    }
  }

  return { open: () => open().catch(open), close: async () => void (await Promise.all([...running].map(stop))) };
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exit = once(server, "exit");
  server.kill();
  await exit;
}

async function openDisplay(xvfb: string): Promise<{ name: string; server: ChildProcess }> {
  const args = ["-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"];
  const server = spawn(xvfb, args, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const lines = createInterface(server.stdio[3] as Readable);
  const [number] = await once(lines, "line");
  return { name: `:${number}`, server };
}

async function request<Answer>(url: string, method: string, path: string, body?: object, signal?: AbortSignal): Promise<Answer> {
  const response = await fetch(url + path, { method, ...(body && { body: JSON.stringify(body) }), ...(signal && { signal }) });
  const { value } = (await response.json()) as { value: never };
  if (!response.ok) {
    const { error, message } = value as { error: string; message: string };
    throw new Error(`${method} ${path}: ${error} ${message}`);
  }
  return value;
}

async function answering(url: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await request(url, "GET", "/status");
      return;
    } catch (error) {
      if (tries === 200) throw error;
      await setTimeout(50);
    }
  }
}
