import { execFile } from "node:child_process";
import { join } from "node:path";

/** A compiler error; `reason` is the last line of its message, which is the innermost reason. */
export type CompilerError = { file: string; line: number; code: string; text: string; reason: string };

const root = join(import.meta.dirname, "../../..");

/** All errors that the compiler reports for the program in a folder with a tsconfig.json. */
export async function compile(folder: string): Promise<CompilerError[]> {
  const output = await new Promise<string>((resolve, reject) => {
    const options = { cwd: folder, maxBuffer: 2 ** 26 };
    execFile(
      join(root, "node_modules/.bin/tsc"),
      ["-p", folder, "--pretty", "false", "--singleThreaded"],
      options,
      (error, stdout, stderr) => (error && stdout === "" ? reject(new Error(stderr || error.message)) : resolve(stdout)),
    );
  });
  return readErrors(output);
}

function readErrors(output: string): CompilerError[] {
  const errors: CompilerError[] = [];
  for (const line of output.split("\n")) {
    const [match, file = "", number, code = "", text = ""] = /^(\S[^(]*)\((\d+),\d+\): error (TS\d+): (.*)$/.exec(line) ?? [];
    const last = errors.at(-1);
    if (match !== undefined) errors.push({ file, line: Number(number), code, text, reason: text });
    else if (last && /^\s+\S/.test(line)) last.reason = line.trim();
  }
  return errors;
}
