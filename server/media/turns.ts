/** Lets `most` pieces of work run at once; further ones wait, in their order. */
export function turns(most: number): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < most) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // Whoever comes next takes over this place.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
