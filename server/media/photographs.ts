import pLimit from "p-limit";
import sharp from "sharp";
import type { Drawing, Drawings } from "./drawings.ts";
import type { MediaStore } from "./media-store.ts";

type Options = {
  media: MediaStore;
  drawings: Drawings;
  /** whether the shop shows the drawing with this key; no file is made for other drawings */
  isShown: (key: string) => Promise<boolean>;
};

type Photograph = { body: Buffer; tag: string };

/** Part of every file's name; raise it if the pictures are made differently. */
const recipe = "1";

/**
 * Drawings as JPEG, for social sites and search engines, which do not read SVG. Made on the first
 * request, one at a time, and stored.
 */
export function openPhotographs({ media, drawings, isShown }: Options) {
  const pending = new Map<string, Promise<Buffer>>();
  const oneAtATime = pLimit(1);

  const make = async (name: string, drawing: Drawing): Promise<Buffer> => {
    const body = await photograph(drawing.identity);
    await media.write(name, body);
    return body;
  };
  const generateOnce = (name: string, drawing: Drawing): Promise<Buffer> => {
    const running = pending.get(name);
    if (running) return running;
    const promise = oneAtATime(() => make(name, drawing)).finally(() => pending.delete(name));
    pending.set(name, promise);
    return promise;
  };
  /** Undefined if the key names no drawing that the shop shows. */
  return async (key: string): Promise<Photograph | undefined> => {
    const drawing = await drawings.find(key);
    if (!drawing) return undefined;
    const tag = `${drawing.hash}-${recipe}`;
    const name = `drawn/${tag}.jpg`;
    const cached = await media.read(name);
    if (cached) return { body: cached, tag };
    return (await isShown(key)) ? { body: await generateOnce(name, drawing), tag } : undefined;
  };
}

/** The size at which a social site shows a wide picture; a square picture is not cropped. */
const wide = { width: 1200, height: 630 };
const square = { width: 800, height: 800 };

/**
 * Renders a drawing as JPEG. A banner is cropped to its right part, which shows the products. A
 * drawing's filters take seconds, so the drawing is rendered directly at the stored size.
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
