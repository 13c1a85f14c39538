import { existsSync, globSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Chromium, findEconomicalChromium } from "../chromium.ts";

export type EngineName = "chromium" | "firefox" | "webkit";

export type Engines = {
  chromium: Chromium;
  /** Path of Firefox or Firefox ESR. */
  firefox: string | undefined;
  webkit: WebKit | undefined;
};

/** WebKitGTK's driver and its browser; `xvfb` is set if there is no display. */
export type WebKit = { driver: string; browser: string; xvfb: string | undefined };

/** The advice for a missing engine. */
export const remedies: Readonly<Record<Exclude<EngineName, "chromium">, string>> = {
  firefox: "install firefox-esr, or set FIREFOX_PATH",
  webkit: "install webkit2gtk-driver and xvfb",
};

/** The browsers of this machine that can run the journeys. Throws if even Chromium is missing. */
export const findEngines = (): Engines => ({ chromium: findEconomicalChromium(), firefox: findFirefox(), webkit: findWebKit() });

export const missingEngines = ({ firefox, webkit }: Engines): (keyof typeof remedies)[] => [
  ...(firefox ? [] : ["firefox" as const]),
  ...(webkit ? [] : ["webkit" as const]),
];

function inPath(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

const findFirefox = () =>
  process.env.FIREFOX_PATH ??
  inPath("firefox-esr", "firefox") ??
  ["/Applications/Firefox.app/Contents/MacOS/firefox"].find(existsSync);

function findWebKit(): WebKit | undefined {
  const driver = inPath("WebKitWebDriver");
  const browser = globSync("/usr/{lib,libexec,lib/*}/webkit2gtk-4.*/MiniBrowser").sort().at(-1);
  const xvfb = inPath("Xvfb");
  return driver && browser && (xvfb || process.env.DISPLAY) ? { driver, browser, xvfb } : undefined;
}
