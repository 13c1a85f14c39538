import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pLimit from "p-limit";
import sharp from "sharp";
import type { Drawing, Drawings } from "./drawings.ts";
import { writeWhole } from "./write-whole.ts";

type Options = {
  dataDir: string;
  drawings: Drawings;
  /**
   * whether the shop shows the drawing with this key: others are worth neither the seconds nor the
   * file
   */
  isShown: (key: string) => Promise<boolean>;
};

type Photograph = { body: Buffer; tag: string };

/** Part of every file's name: raise it when the pictures are made differently. */
const recipe = "1";

/**
 * Drawings as JPEG, for social sites and search engines, which do not read SVG: made on the first
 * request, one at a time, and stored.
 */
export function openPhotographs({ dataDir, drawings, isShown }: Options) {
  const directory = join(dataDir, "media", "drawn");
  const pending = new Map<string, Promise<Buffer>>();
  const oneAtATime = pLimit(1);

  const make = async (path: string, drawing: Drawing): Promise<Buffer> => {
    const body = await photograph(drawing.identity);
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await writeWhole(path, body);
    return body;
  };
  const generateOnce = (path: string, drawing: Drawing): Promise<Buffer> => {
    const running = pending.get(path);
    if (running) return running;
    const promise = oneAtATime(() => make(path, drawing)).finally(() => pending.delete(path));
    pending.set(path, promise);
    return promise;
  };
  /** Undefined where the key names no drawing, or one that the shop does not show. */
  return async (key: string): Promise<Photograph | undefined> => {
    const drawing = await drawings.find(key);
    if (!drawing) return undefined;
    const tag = `${drawing.hash}-${recipe}`;
    const path = join(directory, `${tag}.jpg`);
    const cached = await readIfThere(path);
    if (cached) return { body: cached, tag };
    return (await isShown(key)) ? { body: await generateOnce(path, drawing), tag } : undefined;
  };
}

/** What a social site shows of a wide picture; a square one stays whole. */
const wide = { width: 1200, height: 630 };
const square = { width: 800, height: 800 };

/**
 * The right part of a banner, which shows the products. Filters take seconds, so it is rendered at
 * the stored size.
 */
async function photograph(svg: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(svg).metadata();
  const size = width > height ? wide : square;
  return await sharp(svg, { density: (72 * size.height) / height })
    .resize({ ...size, fit: "cover", position: "right" })
    .flatten({ background: "#000" })
    .jpeg({ quality: 80, progressive: true })
    .toBuffer();
}

/** Undefined when there is no such file; any other error is thrown. */
export async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
