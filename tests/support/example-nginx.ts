import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isListening } from "./is-listening.ts";
import { temporaryFolder } from "./temporary.ts";

const example = join(import.meta.dirname, "../../docs/operations/nginx.conf");

type ExampleOptions = {
  /**
   * the maximum number of open connections of one nginx process; a forwarded request takes two of
   * them, one to the client and one to the shop
   */
  connections?: number;
  /** the seconds that a body may stall; an hour in tests that are not about this limit */
  bodySeconds?: number;
  /** lets one machine send as much as many clients may */
  hasManyClients?: boolean;
};

/**
 * Runs the example configuration of nginx in front of one or two processes, without TLS and for any
 * host. The returned function ends nginx.
 */
export async function startExampleNginx(
  nginx: string,
  port: number,
  [one, two]: readonly [number, number?],
  { connections = 512, bodySeconds = 3600, hasManyClients = false }: ExampleOptions = {},
): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(temporaryFolder(), "nginx-"));
  const site = readFileSync(example, "utf8")
    .replace(/server \{\s+listen 80[\s\S]*?\n\}\n/g, "")
    .replaceAll("/var/log/nginx/", `${folder}/`)
    .replace("client_body_timeout 10s;", `client_body_timeout ${bodySeconds}s;`)
    .replace(hasManyClients ? / *limit_conn (?:clients|networks) .*\n/g : /^$/, "")
    .replace("listen 443 ssl http2;", `listen 127.0.0.1:${port};`)
    .replace(/ *(listen \[::\]|ssl_).*\n/g, "")
    .replace("127.0.0.1:3000 ", `127.0.0.1:${one} `)
    .replace(/.*127.0.0.1:3001 .*\n/, two === undefined ? "" : `server 127.0.0.1:${two} max_fails=0;\n`)
    .replace("$host;", "$http_host;");
  const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`);
  const whole = `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events { worker_connections ${connections}; }
http { ${places.join(" ")} ${site} }`;
  writeFileSync(join(folder, "nginx.conf"), whole);
  const child = spawn(nginx, ["-c", join(folder, "nginx.conf"), "-p", folder], { stdio: "ignore" });
  const closed = once(child, "close");
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${readFileSync(join(folder, "error.log"), "utf8")}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return async () => {
    child.kill();
    await closed;
  };
}
