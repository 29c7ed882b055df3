import { createRandom } from '../../harness/random.ts';

/** A stream of random choices that depends on its seed alone. */
export interface Random {
  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  shuffle<T>(items: readonly T[]): T[];
  uuid(): string;
  /** Another stream, which depends on this one's seed and the name, not on what was drawn before. */
  fork(name: string): Random;
}

export function randomFrom(seed: number): Random {
  const source = createRandom(seed | 0);
  const int: Random['int'] = (low, high) => source.int(low, high);
  return {
    int,
    uuid: () => source.uuid(),
    chance: (probability) => int(0, 999_999) < probability * 1_000_000,
    pick(items) {
      if (items.length === 0) throw new Error('nothing to pick from');
      return items[int(0, items.length - 1)] as (typeof items)[number];
    },
    shuffle(items) {
      const left = [...items];
      return items.flatMap(() => left.splice(int(0, left.length - 1), 1));
    },
    fork: (name) => randomFrom(hash(`${seed}/${name}`)),
  };
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return value;
}
