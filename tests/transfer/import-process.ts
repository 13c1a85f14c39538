import { type ChildProcess, spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished } from "vitest";
import { importCommand } from "../../server/cli/import.ts";
import { readConfig } from "../../server/config.ts";
import { openDatabase } from "../../server/db/open.ts";
import { processEnvironment } from "../support/process-environment.ts";

const root = join(import.meta.dirname, "../..");

/** The time in ms that a command may take to start on a busy machine. */
export const timeoutMs = 600_000;

/** Where a shop keeps its data: a folder, and possibly a database server. */
export type ShopLocation = { directory: string; databaseUrl: string | undefined };

export type FiledProduct = {
  slug: string;
  title: string;
  type?: string;
  published?: boolean;
  /** alt texts; each picture has its own address */
  pictures?: readonly string[];
  variants?: readonly FiledVariant[];
};
type FiledVariant = { sku: string; size?: string; price: string; stock?: number };

const columns = [
  "Handle",
  "Title",
  "Vendor",
  "Type",
  "Published",
  "Option1 Name",
  "Option1 Value",
  "Variant SKU",
  "Variant Price",
  "Variant Inventory Qty",
  "Image Src",
  "Image Position",
  "Image Alt Text",
] as const;

type Cells = Partial<Record<(typeof columns)[number], string>>;

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

function rowsOf({ slug, title, type = "Glass", published = true, pictures = [], variants }: FiledProduct): Cells[] {
  const sold = variants ?? [{ sku: slug.toUpperCase(), price: "10.00", stock: 10 }];
  const first: Cells = { Title: title, Vendor: "Fernwork", Type: type, Published: String(published) };
  return Array.from({ length: Math.max(sold.length, pictures.length) }, (_, at) => {
    const [variant, alt] = [sold[at], pictures[at]];
    return {
      Handle: slug,
      ...(at === 0 && first),
      ...(variant && variantCells(variant)),
      ...(alt !== undefined && {
        "Image Src": `https://pictures.test/${slug}/${encodeURIComponent(alt)}.jpg`,
        "Image Position": String(at + 1),
        "Image Alt Text": alt,
      }),
    };
  });
}

const variantCells = ({ sku, size, price, stock }: FiledVariant): Cells => ({
  "Option1 Name": size === undefined ? "Title" : "Size",
  "Option1 Value": size ?? "Default Title",
  "Variant SKU": sku,
  "Variant Price": price,
  "Variant Inventory Qty": stock === undefined ? "" : String(stock),
});

/** A file that another shop's export could have written. */
export function fileOf(products: readonly FiledProduct[]): string {
  const lines = products.flatMap(rowsOf).map((cells) => columns.map((column) => quoted(cells[column] ?? "")).join());
  return [columns.join(), ...lines, ""].join("\n");
}

export async function writtenFile({ directory }: ShopLocation, products: readonly FiledProduct[]): Promise<string> {
  const path = join(directory, `products-${crypto.randomUUID()}.csv`);
  await writeFile(path, fileOf(products));
  return path;
}

export type Ended = { code: number | null; signal: NodeJS.Signals | null; said: string };
export type Running = { process: ChildProcess; isRunning: () => boolean; ended: Promise<Ended> };

/** Runs an owner's command in its own process, while the shop runs. */
export function running({ directory, databaseUrl }: ShopLocation, ...words: string[]): Running {
  const child = spawn(process.execPath, ["server/cli/main.ts", ...words], {
    cwd: root,
    env: { ...processEnvironment(), DATA_DIR: directory, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      said += chunk;
    });
  const ended = new Promise<Ended>((resolve) => child.once("close", (code, signal) => resolve({ code, signal, said })));
  return { process: child, isRunning: () => child.exitCode === null && child.signalCode === null, ended };
}

/**
 * Starts an import of a file in its own process. It requests no pictures, because the file's
 * addresses have none.
 */
export const importing = (place: ShopLocation, file: string, ...options: string[]): Running =>
  running(place, "import", file, "--no-pictures", ...options);

/**
 * Imports these products completely on a new connection, as another process would. A running shop
 * is notified in the same way, but no process has to start. Returns the command's output.
 */
export async function imported(place: ShopLocation, products: readonly FiledProduct[], ...options: string[]): Promise<string> {
  const { directory, databaseUrl: url } = place;
  const words = [await writtenFile(place, products), "--no-pictures", ...options];
  const database = await openDatabase({ url, directory });
  try {
    const said: string[] = [];
    const say = (line: string) => void said.push(line);
    const output = { print: say, complain: say, pause };
    const status = await importCommand.run(words, {
      config: readConfig({ DATA_DIR: directory }),
      db: database.db,
      now: Date.now,
      ...output,
    });
    expect({ status, said }).toEqual({ status: 0, said: expect.any(Array) });
    return said.join("\n");
  } finally {
    await database.close();
  }
}
