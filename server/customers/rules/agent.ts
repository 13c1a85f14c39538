/**
 * Browsers in the order of their tests, since a browser's agent also names the browsers on which it
 * is based.
 */
const browsers: readonly [sign: RegExp, name: string][] = [
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];

const systems: readonly [sign: RegExp, name: string][] = [
  [/iPhone|iPod/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/CrOS/, "ChromeOS"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/Linux|X11/, "Linux"],
];

const find = (signs: readonly [RegExp, string][], agent: string) => signs.find(([sign]) => sign.test(agent))?.[1];

/** The browser and the system of a user agent in the shop's words, such as `Firefox on Windows`. */
export function agentWords(agent: string): string {
  const browser = find(browsers, agent) ?? "Unknown browser";
  const system = find(systems, agent);
  return system ? `${browser} on ${system}` : browser;
}
