import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findBubblewrap } from "../support/missing-tools.ts";
import { plainProduction } from "../support/production.ts";
import { removeShop, runShop } from "../support/running-shop.ts";
import { temporaryFolder } from "../support/temporary.ts";

const root = join(import.meta.dirname, "../..");
const lines = readFileSync(join(root, "docs/operations/Containerfile"), "utf8").split("\n");
const last = (instruction: string): string =>
  lines.findLast((line) => line.startsWith(`${instruction} `))?.slice(instruction.length + 1) ?? "";

/** The files in the image: those that are copied into it, and those installed and built there. */
const parts = [
  ...lines.filter((line) => /^COPY (?!--from)/.test(line)).flatMap((line) => line.split(/\s+/).slice(1, -1)),
  "node_modules",
  "dist",
];
const system = ["/usr", "/bin", "/sbin", "/lib", "/lib64", "/etc"];
const user = last("USER");
const [, program] = JSON.parse(last("CMD")) as [node: string, program: string];
const environment = Object.fromEntries(
  [...last("ENV").matchAll(/(\w+)=(\S+)/g)].map(([, name = "", value = ""]) => [name, value]),
);

/**
 * The beginning of a command that runs as in a container: with the image's files, read-only, and
 * its user.
 */
function inContainer(bwrap: string, data: string): string[] {
  const bind = (path: string) => ["--ro-bind", path, path];
  return [
    bwrap,
    ...system.filter(existsSync).flatMap(bind),
    ...["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--bind", data, "/data"],
    ...parts.flatMap((part) => bind(join(root, part))),
    ...["--remount-ro", "/", "--chdir", root, "--die-with-parent"],
    ...["--unshare-user", "--uid", user, "--unshare-ipc", "--unshare-uts", "--cap-drop", "ALL"],
  ];
}

async function runAsImage(bwrap: string): Promise<void> {
  const data = mkdtempSync(join(temporaryFolder(), "image-"));
  onTestFinished(() => removeShop(data));
  const container = inContainer(bwrap, data);
  const mayWrite = (folder: string) =>
    spawnSync(bwrap, [...container.slice(1), "/bin/sh", "-c", `[ "$(id -u)" = ${user} ] && touch ${folder}/file`]).status === 0;
  const folders = ["/data", "/tmp", "/", "/usr", root, join(root, "server"), dirname(process.execPath)];
  expect(folders.filter(mayWrite)).toEqual(["/data", "/tmp"]);

  const { PORT: _, ...set } = environment;
  const shop = await runShop({ ...plainProduction, ...set, SEED: "demo" }, data, root, program, container);
  onTestFinished(async () => void (await shop.end("SIGKILL")));
  for (const path of ["/readyz", "/storefront/", "/storefront/products/lemon-meridian/", "/storefront/cart/", "/staff/signin/"])
    expect([path, (await fetch(shop.url + path)).status]).toEqual([path, 200]);

  // Bubblewrap forwards no signals; a container runtime sends them to the program itself.
  const { pid } = shop.process;
  const [node = ""] = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ");
  const ended = new Promise((resolve) => shop.process.once("exit", resolve));
  process.kill(Number(node), last("STOPSIGNAL") as NodeJS.Signals);
  expect(await ended).toBe(0);
}

test("what the Containerfile copies is in this folder", () => {
  expect(parts.filter((part) => !existsSync(join(root, part)))).toEqual([]);
});

const bubblewrap = findBubblewrap();
if (bubblewrap)
  test("what the image has runs as its user, where all but /data and /tmp is read-only, and ends by its signal", () =>
    runAsImage(bubblewrap));
