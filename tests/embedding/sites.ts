import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isListening } from "../support/is-listening.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** The values about the shop in a site's page; `shop` is empty if they share an origin. */
export type Widgets = { shop: string; productId: string; variantId: string };

/** A site that runs on a port of this machine. */
export type Site = { close: () => Promise<void> };

export type SiteProgram = {
  name: string;
  /** the advice if its program is missing; undefined if it is installed */
  remedy: string | undefined;
  open: (port: number, widgets: Widgets) => Promise<Site>;
};

const folder = join(import.meta.dirname, "sites");

const runs = (command: string, ...args: string[]): boolean => {
  try {
    execFileSync(command, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

/** Debian's Python has Debian's Django, even if another Python comes first in PATH. */
const findPython = () => ["/usr/bin/python3", "python3"].find((command) => runs(command, "-c", "import django"));

async function openProcess(
  port: number,
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Site> {
  const child: ChildProcess = spawn(command, args, { cwd: folder, stdio: "ignore", env: { PATH: process.env.PATH, ...env } });
  const gone = once(child, "close");
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode}`);
    await pause(50);
  }
  return {
    close: async () => {
      child.kill();
      await gone;
    },
  };
}

const files: Readonly<Record<string, string>> = { "/": "page.html", "/site.js": "site.js" };
const types: Readonly<Record<string, string>> = { html: "text/html; charset=utf-8", js: "text/javascript" };

/** A plain file server for a page that was written for this shop. */
async function openFiles(port: number, { shop, productId, variantId }: Widgets): Promise<Site> {
  const server = createServer(({ url = "" }, res) => {
    const file = files[url.split("?", 1)[0] ?? ""];
    if (!file) return void res.writeHead(404).end();
    const written = readFileSync(join(folder, file), "utf8");
    const text = written.replaceAll("SHOP", shop).replaceAll("PRODUCT", productId).replaceAll("VARIANT", variantId);
    res.writeHead(200, { "Content-Type": types[file.split(".")[1] ?? ""] }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const python = findPython();
const hasPhp = runs("php", "--version");

export const programs: readonly SiteProgram[] = [
  { name: "static HTML", remedy: undefined, open: openFiles },
  {
    name: "Django",
    remedy: python ? undefined : "install python3-django",
    open: (port, { shop, productId, variantId }) =>
      openProcess(port, python ?? "python3", ["django_site.py", shop, productId, variantId, String(port)]),
  },
  {
    name: "PHP",
    remedy: hasPhp ? undefined : "install php-cli",
    open: (port, { shop, productId, variantId }) => {
      const sessions = mkdtempSync(join(temporaryFolder(), "php-"));
      const args = ["-d", `session.save_path=${sessions}`, "-S", `127.0.0.1:${port}`, "site.php"];
      return openProcess(port, "php", args, { SHOP: shop, PRODUCT: productId, VARIANT: variantId });
    },
  },
];

/** The sites whose program is missing, each with advice. */
export const missingSites = (): string[] =>
  programs.flatMap(({ name, remedy }) =>
    remedy ? [`not tested in a ${name} page: its program is not on this machine (${remedy})`] : [],
  );
