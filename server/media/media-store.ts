/**
 * Where pictures are stored, by names such as `avatars/x.webp`. A name's bytes never change, so that
 * writing one again does no harm.
 */
export type MediaStore = {
  /** what the owner knows it as: a folder or an address */
  place: string;
  /** Undefined where there is none. */
  read(name: string): Promise<Buffer | undefined>;
  has(name: string): Promise<boolean>;
  /** A reader sees the whole picture or none, also after a crash. */
  write(name: string, bytes: Buffer): Promise<void>;
  /** One that is not there is no error. */
  remove(name: string): Promise<void>;
  /** Every name, sorted. */
  list(): Promise<string[]>;
};
