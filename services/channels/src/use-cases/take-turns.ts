export type TakeTurns = <T>(work: () => Promise<T>) => Promise<T>;

export function takeTurns(atOnce: number): TakeTurns {
  const waiting: (() => void)[] = [];
  let busy = 0;
  return async (work) => {
    if (busy < atOnce) busy += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // Whoever waits takes over the place of the one who leaves.
      const next = waiting.shift();
      if (next === undefined) busy -= 1;
      else next();
    }
  };
}
