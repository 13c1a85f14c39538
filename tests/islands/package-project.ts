import { execFile, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
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
  /** Links a package of this repository, as if it were installed. */
  link(...names: string[]): void;
};

/** Packs `server-islands`, and installs the tarball into a new empty project. */
export async function packedProject(): Promise<Project> {
  const path = mkdtempSync(join(temporaryFolder(), "packed-"));
  const env = { ...process.env, PATH: `${join(path, "node_modules/.bin")}:${join(modules, ".bin")}:${process.env.PATH}` };
  const project: Project = {
    path,
    run: (command, ...args) => run(command, args, { cwd: path, env }),
    write: (file, text) => {
      mkdirSync(join(path, file, ".."), { recursive: true });
      writeFileSync(join(path, file), text);
    },
    link: (...names) => {
      for (const name of names) {
        mkdirSync(join(path, "node_modules", name, ".."), { recursive: true });
        symlinkSync(join(modules, name), join(path, "node_modules", name), "dir");
      }
    },
  };
  project.write("package.json", JSON.stringify({ name: "empty", private: true, type: "module" }));
  // npm finds these linked packages installed, and so asks no registry.
  project.link(...Object.keys(dependencies));
  const packed = await run("npm", ["pack", "--json", "--pack-destination", path], { cwd: join(root, "islands/runtime"), env });
  const [tarball = ""] = /server-islands-[\d.]+\.tgz/.exec(packed.stdout) ?? [];
  await project.run("npm", "install", "--offline", "--ignore-scripts", "--legacy-peer-deps", "--no-audit", `./${tarball}`);
  project.link(...Object.keys(peerDependencies));
  return project;
}

type Running = { url: string; end(): Promise<void> };

/** Starts a program of the project that prints its port; `end` stops it. */
export const startProgram = (project: Project, file: string): Promise<Running> => start(project, [file]);

/** Starts a command of the packed package that prints its address. */
export const startCommand = (project: Project, ...args: string[]): Promise<Running> =>
  start(project, [join(project.path, "node_modules/.bin/islands"), ...args]);

async function start(project: Project, args: string[]): Promise<Running> {
  const child = spawn(join(modules, ".bin/node"), args, { cwd: project.path, stdio: ["ignore", "pipe", "ignore"] });
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
