/**
 * A store of pictures by names such as `avatars/x.webp`. A name's bytes never change, so writing
 * one again does no harm.
 */
export type MediaStore = {
  /** the owner's name for it: a folder or an address */
  place: string;
  /** Undefined if the picture does not exist. */
  read(name: string): Promise<Buffer | undefined>;
  has(name: string): Promise<boolean>;
  /** A reader sees the whole picture or none, also after a crash. */
  write(name: string, bytes: Buffer): Promise<void>;
  /** Removes a picture, if it exists. */
  remove(name: string): Promise<void>;
  /** Every name, sorted. */
  list(): Promise<string[]>;
};
