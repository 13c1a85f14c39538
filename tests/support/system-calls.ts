import { open } from "node:fs/promises";

/**
 * A command that runs another command in its own process. It records each write of that command in
 * a file, complete and with its target.
 */
export const writesInto = (strace: string, file: string): readonly string[] => [
  strace,
  ...["-D", "-f", "-qq", "-yy", "-s", "65536", "--seccomp-bpf"],
  ...["-e", "trace=write,writev,pwrite64,pwritev,pwritev2,sendto,sendmsg,sendmmsg", "-e", "signal=none"],
  ...["-o", file],
];

/**
 * A write that strace recorded: its target, such as `TCP:[127.0.0.1:1->127.0.0.1:2]` or a path, and
 * its text.
 */
export type Write = { target: string; text: string };

/** The writes that strace recorded, in their order. */
export async function* writesIn(file: string): AsyncGenerator<Write> {
  const handle = await open(file);
  for await (const line of handle.readLines({ encoding: "latin1" })) {
    const [, target, text] = /^\d+ +\w+\(\d+<(.*?)>, (.*)$/.exec(line) ?? [];
    if (target !== undefined && text !== undefined) yield { target, text };
  }
}
