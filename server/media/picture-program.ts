import { buffer } from "node:stream/consumers";
import { squareOf } from "./square-picture.ts";
import { makeVariants, planVariants } from "./store-picture.ts";

// Reads one picture from its input. `square` writes the square, or nothing if the input is no
// picture. `variants WIDTH` writes a line of JSON, and then the picture's files one after the
// other.

async function square(bytes: Buffer): Promise<void> {
  process.stdout.write((await squareOf(bytes)) ?? "");
}

async function variants(bytes: Buffer, most: number): Promise<void> {
  const files: Buffer[] = [];
  const plan = await planVariants(bytes, most);
  const result = plan.ok ? await makeVariants(bytes, plan.value, async (_name, file) => void files.push(file)) : plan;
  const head = result.ok
    ? { ok: true, width: result.value.width, height: result.value.height, lengths: files.map(({ length }) => length) }
    : { ok: false, code: result.code, error: result.error };
  process.stdout.write(`${JSON.stringify(head)}\n`);
  if (result.ok) for (const file of files) process.stdout.write(file);
}

const bytes = await buffer(process.stdin);
await (process.argv[2] === "variants" ? variants(bytes, Number(process.argv[3])) : square(bytes));
