import { argon2 as derive, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { normalisePassword } from "./rules/password.ts";

const argon2 = promisify(derive);

/**
 * OWASP's first choice for argon2id: 19 MiB, two passes, one lane. It runs in the thread pool, off
 * the event loop.
 */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagLength = 32;

type Cost = typeof cost;

const run = (password: string, nonce: Buffer, { memory, passes, parallelism }: Cost): Promise<Buffer> =>
  argon2("argon2id", { message: normalisePassword(password), nonce, parallelism, tagLength, memory, passes });

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;
const text = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");

/**
 * The hash in PHC format, which includes cost and salt, so that hashes stay valid after the cost is
 * raised.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await run(password, salt, cost);
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${text(salt)}$${text(tag)}`;
}

/** The hash of no password. Comparing a password with it takes as long as with any other hash. */
const unknownAccountHash = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${text(Buffer.alloc(16, 1))}$${text(Buffer.alloc(tagLength))}`;

/**
 * Whether `hash` was made from `password`. Without a hash it is false after the same time, which
 * does not reveal whether an account exists.
 */
export async function isPassword(hash: string | null | undefined, password: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = "", tag = ""] = form.exec(hash ?? unknownAccountHash) ?? [];
  const storedCost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const computedTag = await run(password, Buffer.from(salt, "base64"), memory === undefined ? cost : storedCost);
  const storedTag = Buffer.from(tag, "base64");
  return hash != null && storedTag.length === computedTag.length && timingSafeEqual(storedTag, computedTag);
}
