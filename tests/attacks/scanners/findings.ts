import { spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ScannedShop } from "./scanned-shop.ts";

/** A scanner's finding: its kind and its place. */
export type Finding = { kind: string; at: string };

const scanMs = 180_000;

/** Runs a scanner for a limited time; resolves with its output. */
function scan(command: string, words: readonly string[], folder: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
    // On this signal the scanner writes the findings so far.
    const timer = setTimeout(() => child.kill("SIGINT"), scanMs + 30_000);
    const killer = setTimeout(() => child.kill("SIGKILL"), scanMs + 90_000);
    child.once("error", reject);
    child.once("close", () => {
      clearTimeout(timer);
      clearTimeout(killer);
      resolve(said);
    });
  });
}

type WapitiReport = Record<
  "vulnerabilities" | "anomalies",
  Record<string, readonly { method: string; path: string; info: string }[]>
>;

/** The findings in wapiti's report, without its mere information (`additionals`). */
export function wapitiFindings(text: string): Finding[] {
  const { vulnerabilities, anomalies } = JSON.parse(text) as WapitiReport;
  return Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, all]) =>
    all.map(({ method, path, info }) => ({ kind, at: `${method} ${path}: ${info}` })),
  );
}

/** Findings that are intended, each with the reason. */
const meant: readonly (readonly [finding: RegExp, why: string])[] = [
  [/: X-XSS-Protection is not set$/, "no browser that the shop supports knows it"],
  [/: Strict-Transport-Security is not set$/, "it is for https, and the scan goes by http (tests/web/headers.test.ts)"],
  [/: Secure flag is not set in the cookie : /, "it is for https, and the scan goes by http (tests/web/cookies.test.ts)"],
  [/: HttpOnly flag is not set in the cookie : (csrftoken|shipTo)$/, "scripts read it, and it opens nothing"],
];

const forgery = "Cross Site Request Forgery";

/**
 * The findings that remain: those that are not intended, and not disproved by a forged form that
 * the shop refuses.
 */
async function holding(findings: readonly Finding[], shop: ScannedShop): Promise<Finding[]> {
  const left: Finding[] = [];
  for (const finding of findings) {
    if (meant.some(([pattern]) => pattern.test(finding.at))) continue;
    const [, path = ""] = /^POST (\S+?):/.exec(finding.at) ?? [];
    if (finding.kind === forgery && path !== "" && !(await shop.takesForgery(path))) continue;
    left.push(finding);
  }
  return left;
}

/** Modules that contact other hosts or guess file names are left out. */
const modules = "blindsql,cookieflags,crlf,csp,csrf,exec,file,http_headers,methods,permanentxss,redirect,shellshock,sql,xss";

export async function wapiti(program: string, shop: ScannedShop, folder: string): Promise<Finding[]> {
  const report = join(folder, "report.json");
  const starts = shop.screens.flatMap((path) => ["-s", shop.url + path]);
  const said = await scan(
    program,
    [
      ...["-u", `${shop.url}/storefront/`, "--scope", "domain", ...starts, "-H", `Cookie: ${shop.cookie}`, "-m", modules],
      ...["--max-scan-time", "60", "--max-attack-time", String(Math.round((scanMs / 1000 - 60) / modules.split(",").length))],
      ...["-f", "json", "-o", report, "--flush-session", "--store-session", folder, "--store-config", folder, "--no-bugreport"],
    ],
    folder,
  );
  try {
    return await holding(wapitiFindings(readFileSync(report, "utf8")), shop);
  } catch (cause) {
    throw new Error(`wapiti wrote no report; it printed:\n${said.slice(-3000)}`, { cause });
  }
}

/**
 * The findings in sqlmap's table: a line for each place where it could inject, without those that
 * it withdraws itself.
 */
export const sqlmapFindings = (text: string): Finding[] =>
  text
    .split("\n")
    .slice(1)
    .filter((line) => line.trim() !== "" && !line.includes("false positive or unexploitable"))
    .map((line) => ({ kind: "SQL injection", at: line.trim() }));

export async function sqlmap(program: string, shop: ScannedShop, folder: string): Promise<Finding[]> {
  const targets = join(folder, "targets");
  const results = join(folder, "results.csv");
  writeFileSync(
    targets,
    shop.screens.map((path) => `${shop.url}${path}${path.includes("?") ? "" : "?next=1&search=2"}\n`).join(""),
  );
  const said = await scan(
    program,
    [
      ...[
        "-m",
        targets,
        "--batch",
        "--forms",
        "--cookie",
        shop.cookie,
        "--drop-set-cookie",
        "--level",
        "2",
        "--technique",
        "BEU",
      ],
      ...["--results-file", results, "--output-dir", folder, "--flush-session", "--disable-coloring", "--threads", "2"],
    ],
    folder,
  );
  if (!/testing/.test(said)) throw new Error(`sqlmap tested nothing; it printed:\n${said.slice(-3000)}`);
  return readdirSync(folder).includes("results.csv") ? sqlmapFindings(readFileSync(results, "utf8")) : [];
}
