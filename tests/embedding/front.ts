import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream, mkdtempSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isListening } from "../support/is-listening.ts";
import { temporaryFolder } from "../support/temporary.ts";
import type { Site } from "./sites.ts";

/** The ports behind a site's address: its own program, and the shop if they share the address. */
export type Behind = { site?: number; shop?: number };

/** The folders of the shop on a shared origin. */
const shopFolders = ["storefront", "identity", "static", "media"];
const isShops = (path: string): boolean => shopFolders.includes(path.split("/")[1] ?? "");
const styles = join(import.meta.dirname, "sites/site.css");

/** A small proxy for use without nginx. */
export async function openFront(port: number, { site, shop }: Behind): Promise<Site> {
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? "/";
    if (path === "/site.css") {
      outgoing.writeHead(200, { "Content-Type": "text/css" });
      return void createReadStream(styles).pipe(outgoing);
    }
    const target = isShops(path) ? shop : site;
    if (target === undefined) return void outgoing.writeHead(404).end();
    const { method, headers } = incoming;
    const sent = request({ host: "127.0.0.1", port: target, path, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    sent.once("error", () => outgoing.destroy());
    incoming.pipe(sent);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const location = (path: string, port: number | undefined): string =>
  port === undefined ? "" : `location ${path} { proxy_pass http://127.0.0.1:${port}; proxy_set_header Host $http_host; }`;

const configuration = (folder: string, port: number, { site, shop }: Behind) => `
daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f;
  uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  types { text/css css; }
  server {
    listen 127.0.0.1:${port};
    location = /site.css { alias ${styles}; }
    ${shopFolders.map((name) => location(`/${name}/`, shop)).join("\n    ")}
    ${location("/", site)}
  }
}`;

/** The same proxy, run by nginx. */
export async function openNginxFront(nginx: string, port: number, behind: Behind): Promise<Site> {
  const folder = mkdtempSync(join(temporaryFolder(), "nginx-"));
  writeFileSync(join(folder, "nginx.conf"), configuration(folder, port, behind));
  const child = spawn(nginx, ["-c", join(folder, "nginx.conf"), "-p", folder], { stdio: "ignore" });
  const gone = once(child, "close");
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}: see ${folder}/error.log`);
    await pause(50);
  }
  return {
    close: async () => {
      child.kill();
      await gone;
    },
  };
}
