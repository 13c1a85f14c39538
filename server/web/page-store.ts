import type { EncodedPage } from "./encoded-page.ts";

/** What all pages of a while have in common: the catalogue that they show, and the hour, for a label "new" ends by the clock. */
export type PageVersion = { version: number; hour: number };

type Entry = { edition: PageVersion; pack: EncodedPage; asked: boolean };
/** Many addresses may mean one page, such as every number beyond its last: it is packed and kept once. */
type Held = { pack: EncodedPage; bytes: number; uses: number };

/** What an address itself costs, beside its page. */
const entryBytes = 1024;
const hourMs = 3_600_000;

/** Tells today's edition, the same object until there is another. */
export function pageVersions(version: () => number, now: () => number): () => PageVersion {
  let today: PageVersion = { version: Number.NaN, hour: Number.NaN };
  return () => {
    const [catalogue, hour] = [version(), Math.floor(now() / hourMs)];
    if (catalogue !== today.version || hour !== today.hour) today = { version: catalogue, hour };
    return today;
  };
}

/** The pages that are kept, of today's edition and, until they are made anew or in the way, of earlier ones. Bounded to `limit` bytes. */
export class PageStore {
  #edition: () => PageVersion;
  #entries = new Map<string, Entry>();
  #held = new Map<string, Held>();
  #bytes = 0;
  #limit: number;
  constructor(edition: () => PageVersion, limit: number) {
    this.#edition = edition;
    this.#limit = limit;
  }

  /** Today's page under `key`. */
  get(key: string): EncodedPage | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.edition !== this.#edition()) return undefined;
    entry.asked = true;
    return entry.pack;
  }

  /** A page that was packed for another address, or in an earlier edition that looked the same. */
  packed(tag: string): EncodedPage | undefined {
    return this.#held.get(tag)?.pack;
  }

  put(key: string, pack: EncodedPage, edition: PageVersion): void {
    const held = this.#held.get(pack.tag) ?? { pack, bytes: 0, uses: 0 };
    this.#held.set(pack.tag, held);
    held.uses += 1;
    this.#drop(key);
    this.#entries.set(key, { edition, pack: held.pack, asked: false });
    this.#bytes += entryBytes;
    this.updateSize(held.pack);
  }

  /** Counts what a pack weighs by now, for it may have grown, and makes room. */
  updateSize({ tag, bytes }: EncodedPage): void {
    const held = this.#held.get(tag);
    if (held) this.#bytes += bytes - held.bytes;
    if (held) held.bytes = bytes;
    if (this.#bytes > this.#limit) this.#makeRoom(this.#edition());
  }

  /** The oldest go first; one that was asked for since it last was the oldest gets a second chance. That comes near to "least recently used", and a reader moves nothing. */
  #makeRoom(today: PageVersion): void {
    for (const [key, entry] of this.#entries) {
      if (this.#bytes <= this.#limit) return;
      if (!entry.asked || entry.edition !== today) {
        this.#drop(key);
        continue;
      }
      entry.asked = false;
      this.#entries.delete(key);
      this.#entries.set(key, entry);
    }
  }

  #drop(key: string): void {
    const entry = this.#entries.get(key);
    const held = entry && this.#held.get(entry.pack.tag);
    if (!held) return;
    this.#entries.delete(key);
    this.#bytes -= entryBytes;
    held.uses -= 1;
    if (held.uses > 0) return;
    this.#held.delete(held.pack.tag);
    this.#bytes -= held.bytes;
  }
}
