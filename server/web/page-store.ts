import { heldBytes } from "../held-bytes.ts";
import type { EncodedPage } from "./encoded-page.ts";
import type { PageVersion } from "./page-version.ts";

/**
 * A stored page at one address. `targets` are raw request targets that led to it, the oldest first.
 */
type Entry = { version: PageVersion; page: EncodedPage; used: boolean; targets: string[]; storedAt: number; bytes: number };
/**
 * Several addresses may have the same page, such as every page number beyond the last. The page is
 * compressed and stored once.
 */
type SharedPage = { page: EncodedPage; bytes: number; addresses: number };

/**
 * The estimated bytes of an address, of a result with its closures, and of a target. They do not
 * include the keys, subjects and targets themselves, whose bytes are added.
 */
const entryBytes = 600;
const resultBytes = 1600;
const targetBytes = 100;
/** The most targets of one page, so that invented targets displace only targets of that page. */
const maxTargets = 10;

const sizeOf = (key: string, { subjects, results }: PageVersion): number =>
  results.reduce(
    (sum, { result }) => sum + resultBytes + heldBytes(result.key) + heldBytes(result.subjects),
    entryBytes + heldBytes(key) + heldBytes(subjects),
  );
const sizeOfTarget = (target: string): number => targetBytes + heldBytes(target);

/**
 * The stored pages: current ones and, until they are replaced or evicted, stale ones. At most
 * `limit` bytes.
 */
export class PageStore {
  #isCurrent: (version: PageVersion) => boolean;
  #entries = new Map<string, Entry>();
  #byTarget = new Map<string, Entry>();
  #held = new Map<string, SharedPage>();
  #bytes = 0;
  #limit: number;
  constructor(isCurrent: (version: PageVersion) => boolean, limit: number) {
    this.#isCurrent = isCurrent;
    this.#limit = limit;
  }

  /** The bytes held, and the number of addresses. */
  size(): { bytes: number; entries: number } {
    return { bytes: this.#bytes, entries: this.#entries.size };
  }

  /** The current page under `key`. */
  get(key: string): EncodedPage | undefined {
    return this.#currentPage(this.#entries.get(key));
  }

  /** The page under `key`, current or not. */
  last(key: string): EncodedPage | undefined {
    return this.#entries.get(key)?.page;
  }

  /** When the page under `key` was stored, current or not. */
  storedAt(key: string): number | undefined {
    return this.#entries.get(key)?.storedAt;
  }

  /** The version of the page under `key`, current or not. */
  versionOf(key: string): PageVersion | undefined {
    return this.#entries.get(key)?.version;
  }

  /** The current page to which a raw request target has led. */
  findByTarget(target: string): EncodedPage | undefined {
    return this.#currentPage(this.#byTarget.get(target));
  }

  /** The version of the page to which a raw request target has led, current or not. */
  versionOfTarget(target: string): PageVersion | undefined {
    return this.#byTarget.get(target)?.version;
  }

  #currentPage(entry: Entry | undefined): EncodedPage | undefined {
    if (entry === undefined || !this.#isCurrent(entry.version)) return undefined;
    entry.used = true;
    return entry.page;
  }

  /** Remembers that a raw request target leads to the page under `key`, if that page is stored. */
  addTarget(target: string, key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined || this.#byTarget.get(target) === entry) return;
    this.#byTarget.set(target, entry);
    entry.targets.push(target);
    this.#bytes += sizeOfTarget(target);
    if (entry.targets.length > maxTargets) this.#forgetTargets(entry, 1);
    if (this.#bytes > this.#limit) this.#evict();
  }

  #forgetTargets(entry: Entry, count: number): void {
    for (const target of entry.targets.splice(0, count)) {
      this.#bytes -= sizeOfTarget(target);
      if (this.#byTarget.get(target) === entry) this.#byTarget.delete(target);
    }
  }

  /**
   * Finds the stored page with this tag. It was compressed for another address, or for the same
   * address when it had the same content.
   */
  findByTag(tag: string): EncodedPage | undefined {
    return this.#held.get(tag)?.page;
  }

  /** `at` is in ms of a monotonic clock. */
  put(key: string, page: EncodedPage, version: PageVersion, at: number): void {
    const shared = this.#held.get(page.tag) ?? { page, bytes: 0, addresses: 0 };
    this.#held.set(page.tag, shared);
    shared.addresses += 1;
    const entry = this.#entries.get(key) ?? { version, page: shared.page, used: false, targets: [], storedAt: at, bytes: 0 };
    this.#remove(key);
    Object.assign(entry, { version, page: shared.page, used: false, storedAt: at, bytes: sizeOf(key, version) });
    this.#entries.set(key, entry);
    this.#bytes += entry.bytes;
    this.updateSize(shared.page);
  }

  /** Counts the bytes of a page again, since it may have grown, and evicts pages. */
  updateSize({ tag, bytes }: EncodedPage): void {
    const sharedPage = this.#held.get(tag);
    if (sharedPage) this.#bytes += bytes - sharedPage.bytes;
    if (sharedPage) sharedPage.bytes = bytes;
    if (this.#bytes > this.#limit) this.#evict();
  }

  /**
   * Evicts the oldest pages first. A page that was requested since it last was the oldest gets a
   * second chance. This approximates "least recently used" without work at each read.
   */
  #evict(): void {
    for (const [key, entry] of this.#entries) {
      if (this.#bytes <= this.#limit) return;
      if (!entry.used || !this.#isCurrent(entry.version)) {
        this.#forgetTargets(entry, entry.targets.length);
        this.#remove(key);
        continue;
      }
      entry.used = false;
      this.#entries.delete(key);
      this.#entries.set(key, entry);
    }
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key);
    const sharedPage = entry && this.#held.get(entry.page.tag);
    if (!sharedPage) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
    sharedPage.addresses -= 1;
    if (sharedPage.addresses > 0) return;
    this.#held.delete(sharedPage.page.tag);
    this.#bytes -= sharedPage.bytes;
  }
}
