// `npm run dev`: runs the shop (dev/server.ts), and restarts it when the server's code changes. The
// running shop itself applies changes of views, islands and styles.
import { type ChildProcess, fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { loadBuild } from "../../build.mjs";

await loadBuild();
const { describeProblem, shownPath, watchFolders } = await import("server-islands/dev");

if (process.env.NODE_ENV === "production") {
  console.error("npm run dev shows its sources to whoever asks: it does not run with NODE_ENV=production");
  process.exit(1);
}

const root = join(import.meta.dirname, "../..");
let child: ChildProcess;
let isEnding = false;

function start(): void {
  child = fork(join(import.meta.dirname, "dev/server.ts"), { stdio: "inherit" });
  const started = child;
  started.once("exit", (code) => {
    if (isEnding) process.exit(code ?? 0);
    if (started === child) console.error("The shop has stopped: it starts again when a file in server/ changes");
  });
}

async function restart(): Promise<void> {
  const ended = child;
  if (ended.exitCode === null && ended.signalCode === null) {
    const closed = new Promise((resolve) => ended.once("close", resolve));
    ended.removeAllListeners("exit");
    ended.kill("SIGTERM");
    await closed;
  }
  console.log("The server's code has changed: the shop starts again");
  start();
}

/** Finds a file's syntax errors, so that a restart with them does not stop the running shop. */
function syntaxProblem(path: string) {
  try {
    stripTypeScriptTypes(readFileSync(path, "utf8"));
    return [];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    return [{ kind: "server" as const, text: (error as Error).message, file: shownPath(path) }];
  }
}

const broken = new Set<string>();

async function serverChanged(paths: ReadonlySet<string>): Promise<void> {
  const sources = [...new Set([...broken, ...paths])].filter((path) => path.endsWith(".ts"));
  if (sources.length === 0) return;
  const problems = sources.flatMap((path) => {
    const problemsHere = syntaxProblem(path);
    if (problemsHere.length > 0) broken.add(path);
    else broken.delete(path);
    return problemsHere;
  });
  if (problems.length === 0) return await restart();
  if (child.connected) child.send({ problems });
  else for (const problem of problems) console.error(describeProblem(problem));
}

watchFolders([join(root, "server")], serverChanged);
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => {
    isEnding = true;
    if (child.exitCode !== null || child.signalCode !== null) process.exit(0);
    child.kill(signal);
  });
}
start();
