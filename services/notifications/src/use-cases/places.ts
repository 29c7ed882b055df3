export interface Places {
  /** At least one of them and at most `most`, as soon as one is free and `whose` share is not used up. */
  take(whose: string, most: number): Promise<number>;
  giveBack(whose: string, count: number): void;
}

interface Waiting {
  readonly most: number;
  readonly grant: (count: number) => void;
}
interface Line {
  held: number;
  readonly waiting: Waiting[];
}

export function openPlaces({ total, each }: { readonly total: number; readonly each: number }): Places {
  const lines = new Map<string, Line>();
  let free = total;
  const lineOf = (whose: string): Line => {
    const line = lines.get(whose) ?? { held: 0, waiting: [] };
    lines.set(whose, line);
    return line;
  };
  /** Whoever was served goes behind the others. */
  const serve = (): void => {
    for (const [whose, line] of lines) {
      if (free === 0) return;
      const room = Math.min(free, each - line.held);
      const first = room > 0 ? line.waiting.shift() : undefined;
      if (first === undefined) continue;
      const count = Math.min(first.most, room);
      free -= count;
      line.held += count;
      lines.delete(whose);
      lines.set(whose, line);
      first.grant(count);
    }
  };
  return {
    take(whose, most) {
      const { promise, resolve } = Promise.withResolvers<number>();
      lineOf(whose).waiting.push({ most, grant: resolve });
      serve();
      return promise;
    },
    giveBack(whose, count) {
      const line = lineOf(whose);
      free += count;
      line.held -= count;
      if (line.held === 0 && line.waiting.length === 0) lines.delete(whose);
      serve();
    },
  };
}
