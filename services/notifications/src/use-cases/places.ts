// Owns a number of places that many want: who waits longest is served first.

export interface Places {
  /** At least one of them and at most `most`, as soon as one is free. */
  take(most: number): Promise<number>;
  giveBack(count: number): void;
}

export function openPlaces(total: number): Places {
  let free = total;
  const waiting: { most: number; grant: (count: number) => void }[] = [];
  const serve = (): void => {
    while (free > 0) {
      const first = waiting.shift();
      if (first === undefined) return;
      const count = Math.min(first.most, free);
      free -= count;
      first.grant(count);
    }
  };
  return {
    take(most) {
      const { promise, resolve } = Promise.withResolvers<number>();
      waiting.push({ most, grant: resolve });
      serve();
      return promise;
    },
    giveBack(count) {
      free += count;
      serve();
    },
  };
}
