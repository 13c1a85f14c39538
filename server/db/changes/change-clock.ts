/**
 * The most subjects that have a number. Beyond this number, the clock forgets all of them. Each
 * takes some 100 bytes.
 */
const maxSubjects = 500_000;
/**
 * The most names of changed subjects that are remembered. A change counts the subject and all
 * prefixes of the subject.
 */
const maxRecent = 20_000;
/** The most times of changes that are remembered. */
const maxTimes = 64;

/**
 * Returns `a:b:c`, `a:b` and `a` for `a:b:c`. A page that depends on `a` depends on every subject
 * below it.
 */
function withPrefixes(subject: string): string[] {
  const names = [subject];
  for (let at = subject.lastIndexOf(":"); at > 0; at = subject.lastIndexOf(":", at - 1)) names.push(subject.slice(0, at));
  return names;
}

/** The subjects that changed at one time; `names` also has all their prefixes. */
type ChangesAt = { at: number; subjects: readonly string[]; names: ReadonlySet<string> };

/**
 * Knows which subjects have changed since a given time, as far as this process was told of changes.
 * The time is a counter that grows with each notice of changes. The clock keeps the time of the
 * last change only for subjects on which something depends.
 */
export class ChangeClock {
  #now = 1;
  /** changes before this time are unknown: everything may have changed before it */
  #knownFrom = 1;
  #numbers = new Map<string, number>();
  #changedAt: number[] = [];
  /** the oldest first */
  #recent: ChangesAt[] = [];
  #recentCount = 0;
  /** the time of the last change that is no longer in `#recent` */
  #forgottenUntil = 0;
  #listeners: ((subjects: readonly string[] | undefined) => void)[] = [];

  get now(): number {
    return this.#now;
  }

  /** The number of a subject on which something depends. */
  numberOf(subject: string): number {
    const subjectNumber = this.#numbers.get(subject);
    if (subjectNumber !== undefined) return subjectNumber;
    if (this.#numbers.size >= maxSubjects) this.#forget();
    const number = this.#changedAt.length;
    this.#numbers.set(subject, number);
    // The subject may have changed while it was read for the first time.
    const recent = this.#recent.findLast(({ names }) => names.has(subject));
    this.#changedAt.push(recent?.at ?? this.#forgottenUntil);
    return number;
  }

  isKnown(subject: string): boolean {
    return this.#numbers.has(subject);
  }

  /** Whether one of the subjects has changed after the time `at`. */
  hasChanged(numbers: readonly number[], at: number): boolean {
    if (at < this.#knownFrom) return true;
    for (const number of numbers) if ((this.#changedAt[number] ?? Number.POSITIVE_INFINITY) > at) return true;
    return false;
  }

  /**
   * The changed names after the time `at` that equal or begin with one of `subjects`; undefined if
   * not all changes are remembered.
   */
  changedUnder(subjects: readonly string[], at: number): string[] | undefined {
    if (at < this.#knownFrom || at < this.#forgottenUntil) return undefined;
    const isUnder = (each: string) => subjects.some((subject) => each === subject || each.startsWith(`${subject}:`));
    return this.#recent.flatMap((recent) => (recent.at > at ? recent.subjects.filter(isUnder) : []));
  }

  /** When the subject last changed. */
  lastChange(subject: string): number {
    return Math.max(this.#knownFrom, this.#changedAt[this.numberOf(subject)] ?? this.#now);
  }

  /** Records changed subjects; undefined means that anything may have changed. */
  apply(subjects: readonly string[] | undefined): void {
    if (subjects?.length === 0) return;
    this.#now += 1;
    if (subjects === undefined) this.#knownFrom = this.#now;
    else this.#record(subjects);
    for (const listener of this.#listeners) listener(subjects);
  }

  /** Calls `listener` after each change with the changed subjects; undefined means anything. */
  onChange(listener: (subjects: readonly string[] | undefined) => void): void {
    this.#listeners.push(listener);
  }

  #record(subjects: readonly string[]): void {
    const at = this.#now;
    const names = new Set(subjects.flatMap(withPrefixes));
    for (const name of names) {
      const number = this.#numbers.get(name);
      if (number !== undefined) this.#changedAt[number] = at;
    }
    this.#recent.push({ at, subjects, names });
    this.#recentCount += names.size;
    while (this.#recentCount > maxRecent || this.#recent.length > maxTimes) {
      const oldest = this.#recent.shift();
      this.#recentCount -= oldest?.names.size ?? 0;
      this.#forgottenUntil = oldest?.at ?? at;
    }
  }

  #forget(): void {
    this.#now += 1;
    this.#knownFrom = this.#now;
    this.#numbers.clear();
    this.#changedAt = [];
  }
}
