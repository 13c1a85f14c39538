import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { isListening } from "../support/is-listening.ts";
import { temporaryFolder } from "../support/temporary.ts";

const root = join(import.meta.dirname, "../..");
const modules = join(root, "node_modules");
const run = promisify(execFile);

const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(root, "islands/runtime/package.json"), "utf8"));

export type Project = {
  path: string;
  /** Runs a command of the project's `node_modules/.bin`; rejects unless it ends with code 0. */
  run(command: string, ...args: string[]): Promise<{ stdout: string; stderr: string }>;
  write(file: string, text: string): void;
  /** Links packages of this repository, as if they were installed. */
  link(...names: string[]): void;
  /** A new project in a folder of this one, with the same packages and the files of `from`. */
  inside(folder: string, from?: string): Project;
};

function openProject(path: string, installedAt: string): Project {
  const programs = [installedAt, root].map((folder) => join(folder, "node_modules/.bin")).join(":");
  const env = { ...process.env, PATH: `${programs}:${process.env.PATH}` };
  const project: Project = {
    path,
    run: (command, ...args) => run(command, args, { cwd: path, env }),
    write: (file, text) => {
      mkdirSync(join(path, file, ".."), { recursive: true });
      writeFileSync(join(path, file), text);
    },
    link: (...names) => {
      for (const name of names) {
        const link = join(installedAt, "node_modules", name);
        if (existsSync(link)) continue;
        mkdirSync(join(link, ".."), { recursive: true });
        symlinkSync(join(modules, name), link, "dir");
      }
    },
    inside: (folder, from) => {
      const inner = openProject(join(path, folder), installedAt);
      inner.write("package.json", packageFile);
      if (from !== undefined) cpSync(from, inner.path, { recursive: true });
      return inner;
    },
  };
  return project;
}

/** What `npm init` writes, in short. */
const packageFile = JSON.stringify({ name: "empty", version: "1.0.0", private: true, type: "commonjs" });

/**
 * A copy of the package's sources: `npm pack` writes into its folder, which other tests read at the
 * same time.
 */
function copySources(path: string): string {
  const from = join(root, "islands/runtime");
  const filter = (source: string) => !/[\\/](dist|node_modules)$/.test(source.slice(from.length));
  cpSync(from, join(path, "islands/runtime"), { recursive: true, filter });
  copyFileSync(join(root, "tsconfig.json"), join(path, "tsconfig.json"));
  symlinkSync(modules, join(path, "node_modules"), "dir");
  return join(path, "islands/runtime");
}

/** Packs `server-islands`, and installs the tarball into a new empty project. */
export async function packedProject(): Promise<Project> {
  const path = mkdtempSync(join(temporaryFolder(), "packed-"));
  const project = openProject(path, path);
  project.write("package.json", packageFile);
  // npm finds these linked packages installed, and so asks no registry.
  project.link(...Object.keys(dependencies));
  const sources = copySources(mkdtempSync(join(temporaryFolder(), "sources-")));
  const options = { cwd: sources, env: { ...process.env, PATH: `${join(modules, ".bin")}:${process.env.PATH}` } };
  const packed = await run("npm", ["pack", "--json", "--pack-destination", path], options);
  const [tarball = ""] = /server-islands-[\d.]+\.tgz/.exec(packed.stdout) ?? [];
  await project.run("npm", "install", "--offline", "--ignore-scripts", "--legacy-peer-deps", "--no-audit", `./${tarball}`);
  project.link(...Object.keys(peerDependencies));
  return project;
}

/** The packed package's README and guide. */
export function readGuide(project: Project) {
  const read = (name: string) => readFileSync(join(project.path, "node_modules/server-islands", name), "utf8");
  const text = read("README.md") + read("GUIDE.md");
  const blocks = [...text.matchAll(/^```\w+\n\/\/ (\S+)\n(.*?)^```$/gms)];
  const installed = [...text.matchAll(/^npm install (.+)$/gm)].flatMap(([, words = ""]) => words.split(/\s+/));
  return {
    /** The examples that begin with the path of a file, by path. */
    files: new Map(blocks.map(([, file = "", code = ""]) => [file, code.trimStart()])),
    /** The packages that it has installed. */
    packages: installed.filter((word) => !word.startsWith("--")),
  };
}

type Running = { url: string; end(): Promise<void> };

/** Starts a program of the project that prints its port; `end` stops it. */
export const startProgram = (project: Project, file: string, env: Record<string, string> = {}): Promise<Running> =>
  start(project, [file], env);

/** Starts a command of this repository or of the system that listens on a port. */
export async function startSite(project: Project, port: number, command: string, ...args: string[]): Promise<Running> {
  const options = { cwd: project.path, env: { ...process.env, PATH: `${join(modules, ".bin")}:${process.env.PATH}` } };
  const child = spawn(command, args, { ...options, stdio: "ignore" });
  const ended = once(child, "close");
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode}`);
    await pause(50);
  }
  const end = async () => {
    child.kill();
    await ended;
  };
  return { url: `http://127.0.0.1:${port}/`, end };
}

/** Starts a command of the packed package that prints its address. */
export const startCommand = (project: Project, ...args: string[]): Promise<Running> =>
  start(project, [join(project.path, "node_modules/.bin/islands"), ...args]);

async function start(project: Project, args: string[], env: Record<string, string> = {}): Promise<Running> {
  const options = { cwd: project.path, env: { ...process.env, ...env } };
  const child = spawn(join(modules, ".bin/node"), args, { ...options, stdio: ["ignore", "pipe", "ignore"] });
  const ended = new Promise<void>((resolve) => void child.once("exit", () => resolve()));
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").once("data", (text: string) => resolve(/\d+(?=\/?\s*$)/.exec(text)?.[0] ?? ""));
    child.once("exit", (code) => reject(new Error(`${args.join(" ")} ended with ${code}`)));
  });
  const end = async () => {
    child.kill();
    await ended;
  };
  return { url: `http://127.0.0.1:${port}/`, end };
}
