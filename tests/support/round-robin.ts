import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isListening } from "./is-listening.ts";
import { temporaryFolder } from "./temporary.ts";

/** A proxy that sends each request to the next shop. */
export type RoundRobin = { close: () => Promise<void> };

const nginxPaths = ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/opt/homebrew/bin/nginx"];

/** Where nginx is installed. */
export const findNginx = (): string | undefined => nginxPaths.find(existsSync);

/** A small proxy in Node, for tests without nginx. */
export async function openRoundRobin(port: number, shops: readonly number[]): Promise<RoundRobin> {
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const target = { host: "127.0.0.1", port: shops[turn++ % shops.length], path: incoming.url };
    const forwarded = request({ ...target, method: incoming.method, headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.once("error", () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { close };
}

const configuration = (folder: string, port: number, shops: readonly number[]) => `
daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f;
  uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  upstream shop { ${shops.map((one) => `server 127.0.0.1:${one};`).join(" ")} }
  server { listen 127.0.0.1:${port}; location / { proxy_pass http://shop; proxy_set_header Host $http_host; } }
}`;

/** Starts nginx as a round robin. */
export async function openNginx(nginx: string, port: number, shops: readonly number[]): Promise<RoundRobin> {
  const folder = mkdtempSync(join(temporaryFolder(), "nginx-"));
  writeFileSync(join(folder, "nginx.conf"), configuration(folder, port, shops));
  const child = spawn(nginx, ["-c", join(folder, "nginx.conf"), "-p", folder], { stdio: "ignore" });
  const closed = once(child, "close");
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}: see ${folder}/error.log`);
    await pause(50);
  }
  const close = async () => {
    child.kill();
    await closed;
  };
  return { close };
}
