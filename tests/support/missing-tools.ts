import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { hasHistory } from "../upgrade/previous-release.ts";

/** The path of a program in PATH; undefined if this machine does not have it. */
export const findTool = (name: string): string | undefined =>
  `${process.env.PATH ?? ""}${delimiter}/usr/sbin`
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(existsSync);

/** The path of Bubblewrap, if it is installed and this machine lets it make a container. */
export function findBubblewrap(): string | undefined {
  const path = findTool("bwrap");
  const starts = path && spawnSync(path, ["--unshare-user", "--ro-bind", "/", "/", "--proc", "/proc", "true"]).status === 0;
  return starts ? path : undefined;
}

type Tool = { words: string; folder: string; proves: boolean; missing: () => boolean };

/**
 * The programs that a folder's tests need besides Node. `proves` marks programs that only `npm run
 * prove` needs.
 */
const tools: readonly Tool[] = [
  {
    words: "not tested under strace: it is not on this machine (install strace)",
    folder: "tests/payments/",
    proves: false,
    missing: () => findTool("strace") === undefined,
  },
  {
    words: "recorded exchanges with card gateways were not run: GATEWAY_RECORDINGS names no folder of them",
    folder: "tests/payments/",
    proves: false,
    missing: () => !existsSync(process.env.GATEWAY_RECORDINGS ?? ""),
  },
  ...["wapiti", "sqlmap"].map((name) => ({
    words: `not scanned by ${name}: it is not on this machine (install ${name})`,
    folder: "tests/attacks/",
    proves: true,
    missing: () => findTool(name) === undefined,
  })),
  {
    words: "the last release was not run: this copy has no history (clone it with git clone, not shallow)",
    folder: "tests/upgrade/",
    proves: true,
    missing: () => !hasHistory(),
  },
  {
    words: "the image's files were not run as in a container: this machine makes none (install bubblewrap)",
    folder: "tests/operations/",
    proves: false,
    missing: () => findBubblewrap() === undefined,
  },
  ...[
    { name: "promtool", words: "the alert rules were not checked by promtool", from: "prometheus" },
    { name: "nginx", words: "the example for nginx was not run", from: "nginx" },
    { name: "caddy", words: "the example for Caddy was not run", from: "caddy" },
    { name: "prlimit", words: "a disk that takes nothing was not tried", from: "util-linux" },
    { name: "pgbouncer", words: "no start behind PgBouncer was tried", from: "pgbouncer" },
    { name: "systemd-analyze", words: "the systemd unit was not verified", from: "systemd" },
  ].map(({ name, words, from }) => ({
    words: `${words}: it is not on this machine (install ${from})`,
    folder: "tests/operations/",
    proves: false,
    missing: () => findTool(name) === undefined,
  })),
];

/**
 * Names the missing tools of a run of these files, or of all files, so that nobody takes a left-out
 * test for a passed one.
 */
export const missingTools = (files: readonly string[], proves: boolean): string[] =>
  tools
    .filter((tool) => (proves || !tool.proves) && (files.length === 0 || files.some((file) => file.startsWith(tool.folder))))
    .filter(({ missing }) => missing())
    .map(({ words }) => words);
