import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { delimiter, join } from "node:path";

export type Chromium = { executablePath: string; args: string[]; env: Record<string, string> };

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
/** Switches off the last compiler tier, which costs more than it saves on a test's pages. */
const economy = ["--js-flags=--max-optimized-bytecode-size=0"];
const commonNames = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const macPath = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
const npmPackage = join(import.meta.dirname, "../../node_modules/@sparticuz/chromium");
const isPackaged = process.platform === "linux" && process.arch === "x64" && existsSync(npmPackage);

/**
 * The first browser found: `CHROMIUM_PATH`; else the one from npm (Linux on x64), which is equal on
 * all machines and takes half the time of a whole Chromium; else an installed one.
 */
export function findChromium(): Chromium {
  const path = process.env.CHROMIUM_PATH ?? (isPackaged ? undefined : findInstalled());
  if (path) return { executablePath: path, args: flags, env: ownEnvironment() };
  if (!isPackaged)
    throw new Error(
      "No browser for the tests: install Chromium or Chrome (apt-get install chromium), or set CHROMIUM_PATH to one",
    );
  const folder = unpackOnce();
  const executablePath = join(folder, "chromium");
  return { executablePath, args: flags, env: { ...ownEnvironment(), ...missingParts(folder, executablePath) } };
}

/** Finds Chromium, with flags that save processor time, for tests that measure no speed. */
export function findEconomicalChromium(): Chromium {
  const chromium = findChromium();
  return { ...chromium, args: [...chromium.args, ...economy] };
}

const ownEnvironment = () =>
  Object.fromEntries(Object.entries(process.env).flatMap(([key, value]) => (value ? [[key, value]] : [])));

function findInstalled(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const paths = [...commonNames.flatMap((name) => folders.map((folder) => join(folder, name))), macPath];
  return paths.find((path) => existsSync(path));
}

/**
 * Unpacks into a new folder, and moves it into place when it is complete, because two test runs may
 * start at the same time.
 */
function unpackOnce(): string {
  const { version } = JSON.parse(readFileSync(join(npmPackage, "package.json"), "utf8"));
  const folder = join(tmpdir(), `chromium-${version}-${userInfo().uid}`);
  if (existsSync(folder)) return folder;
  const aside = mkdtempSync(`${folder}-`);
  // The package unpacks into TMPDIR. It unpacks libraries for bare machines only if it believes
  // that it runs in a Lambda.
  const env = { ...process.env, TMPDIR: aside, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs22.x" };
  const script = `const { default: chromium } = await import("@sparticuz/chromium"); await chromium.executablePath();`;
  execFileSync(process.execPath, ["--input-type=module", "-e", script], { env, cwd: join(npmPackage, "../../..") });
  const fonts = join(aside, "fonts/fonts.conf");
  writeFileSync(fonts, readFileSync(fonts, "utf8").replaceAll("/tmp/fonts", join(folder, "fonts")));
  try {
    renameSync(aside, folder);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** The package's own libraries (NSS, expat) and fonts, for machines that lack them. */
function missingParts(folder: string, executablePath: string): Record<string, string> {
  const linked = execFileSync("ldd", [executablePath], { encoding: "utf8" });
  const libraries = [join(folder, "al2023/lib"), process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter);
  return {
    ...(linked.includes("not found") ? { LD_LIBRARY_PATH: libraries } : {}),
    ...(existsSync("/etc/fonts/fonts.conf") ? {} : { FONTCONFIG_PATH: join(folder, "fonts") }),
  };
}
