/**
 * Fills the buffer from this position of the file. Returns the number of bytes read, 0 at the end
 * of the file.
 */
export type ReadBytes = (into: Uint8Array, position: number) => Promise<number>;

/** The part of a file in memory; it only moves forward. */
export class Window {
  readonly bytes: Uint8Array;
  readonly #read: ReadBytes;
  /** file position of the first byte */
  start: number;
  length = 0;
  /** whether the file ends with these bytes */
  last = false;

  constructor(read: ReadBytes, start: number, size: number) {
    this.#read = read;
    this.start = start;
    this.bytes = new Uint8Array(size);
  }

  get full(): boolean {
    return this.length === this.bytes.length;
  }

  /** Drops the bytes before `at`, and reads the next bytes. */
  async advance(at: number): Promise<void> {
    this.bytes.copyWithin(0, at, this.length);
    this.start += at;
    this.length -= at;
    while (!this.full && !this.last) {
      const came = await this.#read(this.bytes.subarray(this.length), this.start + this.length);
      this.last = came === 0;
      this.length += came;
    }
  }
}
