import { setTimeout } from "node:timers/promises";
import type { Browser, Driver, LaunchOptions } from "./driver.ts";
import type { WebKit } from "./find.ts";
import { type Call, openSessions, type Session } from "./webkit-session.ts";

// WebDriver's codes of keys that are no character
// (https://www.w3.org/TR/webdriver2/#keyboard-actions).
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

/** Drives WebKitGTK by WebDriver, with a session for each visitor. */
export async function openWebKit(webkit: WebKit, options: LaunchOptions): Promise<Browser> {
  const flags = [
    "--automation",
    "--javascript-can-open-windows-automatically=true",
    `--cookies-policy=${options.cookiesOfOtherSites ? "always" : "no-third-party"}`,
    ...(options.backForwardCache ? [] : ["--enable-page-cache=false"]),
  ];
  const sessions = await openSessions(webkit, flags, { acceptInsecureCerts: options.anyCertificate });
  return { openVisitor: async () => await openVisitor(await sessions.open()), close: sessions.close };
}

async function openVisitor({ call, end }: Session): Promise<Driver> {
  // A window with a toolbar is never as narrow as a phone. So pages are shown in a window without a
  // toolbar.
  const tabs = { call, current: await call<string>("GET", "/window") };
  const second = await openWindow(tabs);
  await call("DELETE", "/window");
  return drive(tabs, second, end);
}

/** The windows of a session share its connection. Calls go to the current window. */
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
  const down = { type: "pointerDown", button: 0 };
  const up = { type: "pointerUp", button: 0 };
  return {
    goTo: (url) => call("POST", "/url", { url }),
    reload: () => call("POST", "/refresh", {}),
    back: () => call("POST", "/back", {}),
    run: (source, values) => call("POST", "/execute/sync", { script: `return (${source})(...arguments)`, args: values }),
    moveTo: (x, y) => act("pointer", [move(x, y)]),
    click: (x, y) => act("pointer", [move(x, y), down, up]),
    mouseDown: (x, y) => act("pointer", [move(x, y), down]),
    mouseUp: () => act("pointer", [up]),
    press: (keys) => {
      const values = keys.map((key) => codes[key] ?? key);
      const pressed = values.map((value) => ({ type: "keyDown", value }));
      return act("key", [...pressed, ...values.toReversed().map((value) => ({ type: "keyUp", value }))]);
    },
    setFile: async (selector, path) => {
      const element = await call<Record<string, string>>("POST", "/element", { using: "css selector", value: selector });
      await call("POST", `/element/${Object.values(element)[0]}/value`, { text: path });
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
