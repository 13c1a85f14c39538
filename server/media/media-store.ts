/**
 * A store of pictures and papers by names such as `avatars/x.webp`. The bytes under a name never
 * change, so that a file may be written again.
 */
export type MediaStore = {
  /** the store's folder or address, by which its owner recognises the store */
  place: string;
  /** Undefined if the picture does not exist. */
  read(name: string): Promise<Buffer | undefined>;
  has(name: string): Promise<boolean>;
  /** Writes a picture so that a reader sees all of it or none, even after a crash. */
  write(name: string, bytes: Buffer): Promise<void>;
  /** Removes a picture, if it exists. */
  remove(name: string): Promise<void>;
  /** Every name, sorted. */
  list(): Promise<string[]>;
};
