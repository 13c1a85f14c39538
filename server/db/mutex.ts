/** Gives the single writing connection to one transaction at a time, in order. */
export class Mutex {
  #last: Promise<void> = Promise.resolve();
  /** how many hold it or wait for it */
  #takers = 0;
  get isTaken(): boolean {
    return this.#takers > 0;
  }
  async take(): Promise<() => void> {
    let release = () => {};
    this.#takers += 1;
    const mine = new Promise<void>((resolve) => {
      release = () => {
        this.#takers -= 1;
        resolve();
      };
    });
    const before = this.#last;
    this.#last = before.then(() => mine);
    await before;
    return release;
  }
}
