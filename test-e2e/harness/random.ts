import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** The only source of chance in a run that can be repeated by its seed. */
export interface Random {
  /** A whole number, both bounds included. */
  int(from: number, to: number): number;
  /** True in `percent` of 100 cases. */
  chance(percent: number): boolean;
  pick<T>(from: readonly [T, ...T[]]): T;
  pick<T>(from: readonly T[]): T | undefined;
  /** A version 4 UUID. */
  uuid(): string;
  /** An independent source, so that one actor's draws do not shift another's. */
  fork(): Random;
}

export function createRandom(seed: number): Random {
  const generator = xoroshiro128plus(seed);
  const int = (from: number, to: number): number => uniformInt(generator, from, to);
  function pick<T>(from: readonly [T, ...T[]]): T;
  function pick<T>(from: readonly T[]): T | undefined;
  function pick<T>(from: readonly T[]): T | undefined {
    return from.length === 0 ? undefined : from[int(0, from.length - 1)];
  }
  return {
    int,
    pick,
    chance: (percent) => int(1, 100) <= percent,
    uuid: () => uuidOf(Buffer.from(Array.from({ length: 16 }, () => int(0, 255)))),
    fork: () => createRandom(int(-0x80000000, 0x7fffffff)),
  };
}

/** RFC 9562, section 5.4. */
function uuidOf(bytes: Buffer): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
