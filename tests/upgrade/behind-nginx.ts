import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "../support/temporary.ts";

const example = join(import.meta.dirname, "../../docs/operations/nginx.conf");

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("error", () => resolve(false));
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
  });

/** The example for nginx in front of two processes, without TLS, until the test ends. */
export async function openExampleNginx(nginx: string, port: number, [one, two]: readonly [number, number]): Promise<void> {
  const folder = mkdtempSync(join(temporaryFolder(), "nginx-"));
  const site = readFileSync(example, "utf8")
    .replace(/server \{\s+listen 80;[\s\S]*?\n\}\n/, "")
    .replace("listen 443 ssl http2;", `listen 127.0.0.1:${port};`)
    .replace(/ *(listen \[::\]|ssl_).*\n/g, "")
    .replace("127.0.0.1:3000 ", `127.0.0.1:${one} `)
    .replace("127.0.0.1:3001 ", `127.0.0.1:${two} `)
    .replace("$host;", "$http_host;");
  const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`);
  const whole = `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {} http { access_log off; ${places.join(" ")} ${site} }`;
  writeFileSync(join(folder, "nginx.conf"), whole);
  const child = spawn(nginx, ["-c", join(folder, "nginx.conf"), "-p", folder], { stdio: "ignore" });
  const gone = once(child, "close");
  onTestFinished(async () => {
    child.kill();
    await gone;
  });
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${readFileSync(join(folder, "error.log"), "utf8")}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
