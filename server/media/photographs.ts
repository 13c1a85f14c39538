import pLimit from "p-limit";
import sharp, { type Sharp } from "sharp";
import type { Drawing, Drawings } from "./drawings.ts";
import { photographSize } from "./drawn-urls.ts";
import type { MediaStore } from "./media-store.ts";
import { type StoredName, storedName } from "./stored-name.ts";

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
 * Opens the JPEG copies of drawings, for social sites and search engines, which do not read SVG,
 * and of stored pictures, for emails, since some email programs do not show WebP. A copy is made on
 * its first request and stored; copies are made one at a time.
 */
export function openPhotographs({ media, drawings, isShown }: Options) {
  const pending = new Map<string, Promise<Buffer>>();
  const oneAtATime = pLimit(1);

  const make = async (name: string, encode: () => Promise<Buffer>): Promise<Buffer> => {
    const body = await encode();
    await media.write(name, body);
    return body;
  };
  const generateOnce = (name: string, encode: () => Promise<Buffer>): Promise<Buffer> => {
    const running = pending.get(name);
    if (running) return running;
    const promise = oneAtATime(() => make(name, encode)).finally(() => pending.delete(name));
    pending.set(name, promise);
    return promise;
  };
  return {
    /** Undefined if the key names no drawing that the shop shows. */
    async ofDrawing(key: string): Promise<Photograph | undefined> {
      const drawing = await drawings.find(key);
      if (!drawing) return undefined;
      const tag = `${drawing.hash}-${recipe}`;
      const name = `drawn/${tag}.jpg`;
      const cached = await media.read(name);
      if (cached) return { body: cached, tag };
      return (await isShown(key)) ? { body: await generateOnce(name, () => photograph(drawing)), tag } : undefined;
    },
    /** Undefined if there is no stored picture with this name, such as `<hash>-320.webp`. */
    async ofPicture(picture: StoredName): Promise<Photograph | undefined> {
      const stored = await media.read(storedName(picture));
      if (!stored) return undefined;
      const tag = `${picture.hash}-${picture.width}-${recipe}`;
      const name = `jpeg/${tag}.jpg`;
      const cached = await media.read(name);
      return { body: cached ?? (await generateOnce(name, () => toJpeg(sharp(stored)))), tag };
    },
  };
}

/** Encodes a picture as JPEG; its transparent parts become white. */
const toJpeg = (picture: Sharp): Promise<Buffer> =>
  picture.flatten({ background: "#fff" }).jpeg({ quality: 80, progressive: true }).toBuffer();

/**
 * Renders a drawing as JPEG. A banner is cropped to its right part, which shows the products. A
 * drawing's filters take seconds, so the drawing is rendered directly at the stored size.
 */
async function photograph({ identity: svg }: Drawing): Promise<Buffer> {
  const { width, height } = await sharp(svg).metadata();
  const size = photographSize({ width, height });
  return await sharp(svg, { density: (72 * size.height) / height })
    .resize({ ...size, fit: "cover", position: "right" })
    .flatten({ background: "#000" })
    .jpeg({ quality: 80, progressive: true })
    .toBuffer();
}
