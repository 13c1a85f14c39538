import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isListening } from "./is-listening.ts";
import { temporaryFolder } from "./temporary.ts";

const example = join(import.meta.dirname, "../../docs/operations/nginx.conf");

/**
 * The example for nginx in front of one or two processes, without TLS. The returned function
 * ends it. `connections`: how many it holds at once, both sides counted.
 */
export async function startExampleNginx(
  nginx: string,
  port: number,
  [one, two]: readonly [number, number?],
  connections = 512,
): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(temporaryFolder(), "nginx-"));
  const site = readFileSync(example, "utf8")
    .replace(/server \{\s+listen 80;[\s\S]*?\n\}\n/, "")
    .replace("listen 443 ssl http2;", `listen 127.0.0.1:${port};`)
    .replace(/ *(listen \[::\]|ssl_).*\n/g, "")
    .replace("127.0.0.1:3000 ", `127.0.0.1:${one} `)
    .replace(/.*127.0.0.1:3001 .*\n/, two === undefined ? "" : `server 127.0.0.1:${two} max_fails=0;\n`)
    .replace("$host;", "$http_host;");
  const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`);
  const whole = `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events { worker_connections ${connections}; }
http { access_log off; ${places.join(" ")} ${site} }`;
  writeFileSync(join(folder, "nginx.conf"), whole);
  const child = spawn(nginx, ["-c", join(folder, "nginx.conf"), "-p", folder], { stdio: "ignore" });
  const gone = once(child, "close");
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${readFileSync(join(folder, "error.log"), "utf8")}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return async () => {
    child.kill();
    await gone;
  };
}
