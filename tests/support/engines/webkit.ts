import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { freePort } from "../free-port.ts";
import type { Browser, Driver } from "./driver.ts";
import type { WebKit } from "./find.ts";

type Call = <Answer>(method: "GET" | "POST" | "DELETE", path: string, body?: object) => Promise<Answer>;

// The keys of WebDriver that are no character (https://www.w3.org/TR/webdriver2/#keyboard-actions).
const codes: Readonly<Record<string, string>> = {
  Backspace: "\uE003",
  Tab: "\uE004",
  Enter: "\uE007",
  Shift: "\uE008",
  Control: "\uE009",
  Escape: "\uE00C",
  End: "\uE010",
  Home: "\uE011",
  ArrowLeft: "\uE012",
  ArrowUp: "\uE013",
  ArrowRight: "\uE014",
  ArrowDown: "\uE015",
};

/** WebKitGTK by WebDriver, on a display of its own where there is none. */
export async function openWebKit({ driver, browser, xvfb }: WebKit): Promise<Browser> {
  const display = process.env.DISPLAY ? undefined : await openDisplay(xvfb ?? "Xvfb");
  const port = await freePort();
  const env = { ...process.env, DISPLAY: display?.name ?? process.env.DISPLAY, LIBGL_ALWAYS_SOFTWARE: "1" };
  const server = spawn(driver, [`--port=${port}`], { env, stdio: "ignore" });
  const call = callsTo(`http://127.0.0.1:${port}`);
  await answering(call);
  return {
    openVisitor: () => openVisitor(call, browser),
    close: async () => {
      await end(server);
      if (display) await end(display.server);
    },
  };
}

async function end(server: ChildProcess): Promise<void> {
  const ended = once(server, "exit");
  server.kill();
  await ended;
}

async function openDisplay(xvfb: string): Promise<{ name: string; server: ChildProcess }> {
  const args = ["-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"];
  const server = spawn(xvfb, args, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const lines = createInterface(server.stdio[3] as Readable);
  const [number] = await once(lines, "line");
  return { name: `:${number}`, server };
}

function callsTo(url: string): Call {
  return async (method, path, body) => {
    const response = await fetch(url + path, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await response.json()) as { value: never };
    if (!response.ok) {
      const { error, message } = value as { error: string; message: string };
      throw new Error(`${method} ${path}: ${error} ${message}`);
    }
    return value;
  };
}

async function answering(call: Call): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await call("GET", "/status");
      return;
    } catch (error) {
      if (tries === 200) throw error;
      await setTimeout(50);
    }
  }
}

async function openVisitor(call: Call, binary: string): Promise<Driver> {
  const args = ["--automation", "--javascript-can-open-windows-automatically=true"];
  const alwaysMatch = { "webkitgtk:browserOptions": { binary, args } };
  const { sessionId } = await call<{ sessionId: string }>("POST", "/session", { capabilities: { alwaysMatch } });
  const inSession: Call = (method, path, body) => call(method, `/session/${sessionId}${path}`, body);
  // Windows with a toolbar are never as narrow as a phone: pages are shown in one without.
  const first = await inSession<string>("GET", "/window");
  const tabs = { call: inSession, current: first };
  const second = await openWindow(tabs);
  await inSession("DELETE", "/window");
  return drive(tabs, second, () => inSession("DELETE", ""));
}

/** The windows of a session share its connection, and one at a time is the one that calls go to. */
type Tabs = { call: Call; current: string };

async function openWindow({ call }: Tabs): Promise<string> {
  const before = await call<string[]>("GET", "/window/handles");
  await call("POST", "/execute/sync", { script: "window.open('about:blank', '', 'popup,width=1280,height=900')", args: [] });
  for (;;) {
    const after = await call<string[]>("GET", "/window/handles");
    const opened = after.find((handle) => !before.includes(handle));
    if (opened) return opened;
    await setTimeout(20);
  }
}

function drive(tabs: Tabs, handle: string, close: () => Promise<void>): Driver {
  const call: Call = async (method, path, body) => {
    if (tabs.current !== handle) await tabs.call("POST", "/window", { handle });
    tabs.current = handle;
    return await tabs.call(method, path, body);
  };
  const act = (type: string, actions: object[]) => call<void>("POST", "/actions", { actions: [{ type, id: type, actions }] });
  const move = (x: number, y: number) => ({ type: "pointerMove", duration: 0, x: Math.round(x), y: Math.round(y) });
  return {
    goTo: (url) => call("POST", "/url", { url }),
    reload: () => call("POST", "/refresh", {}),
    back: () => call("POST", "/back", {}),
    run: (source, values) => call("POST", "/execute/sync", { script: `return (${source})(...arguments)`, args: values }),
    moveTo: (x, y) => act("pointer", [move(x, y)]),
    click: (x, y) => act("pointer", [move(x, y), { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }]),
    press: (keys) => {
      const values = keys.map((key) => codes[key] ?? key);
      const down = values.map((value) => ({ type: "keyDown", value }));
      return act("key", [...down, ...values.toReversed().map((value) => ({ type: "keyUp", value }))]);
    },
    setFile: async (selector, path) => {
      const found = await call<Record<string, string>>("POST", "/element", { using: "css selector", value: selector });
      await call("POST", `/element/${Object.values(found)[0]}/value`, { text: path });
    },
    resize: async (width, height) => void (await call("POST", "/window/rect", { x: 0, y: 0, width, height })),
    cookies: () => call("GET", "/cookie"),
    setCookie: (cookie) => call("POST", "/cookie", { cookie: { ...cookie, path: "/", sameSite: "Lax" } }),
    screenshot: async () => Buffer.from(await call<string>("GET", "/screenshot"), "base64"),
    openTab: async () => {
      await call("GET", "/window");
      const opened = await openWindow(tabs);
      return drive(tabs, opened, async () => void (await call("DELETE", "/window")));
    },
    close,
  };
}
