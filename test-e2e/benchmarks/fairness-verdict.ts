import { median, quantile } from './load.ts';
import type { Answered } from './paced-requests.ts';

/** Guests beside one flood, and just before it. */
export interface Turn {
  readonly calm: readonly Answered[];
  readonly loaded: readonly Answered[];
  /** What the flood itself was answered. */
  readonly flood: readonly Answered[];
}

export interface Beside {
  readonly name: string;
  readonly ratio: number;
  /** Answers with 503, of guests and of the flood: what is too much is refused, with 429. */
  readonly unavailable: number;
}

/** No request of another tenant may make the p99 of guests so many times what it is in quiet. */
const MOST_TIMES = 3;

export const p99Of = (answers: readonly Answered[]): number =>
  quantile(
    answers.map(({ ms }) => ms),
    0.99,
  );

/** The median of the turns: what else the machine does makes some of them slow. */
export function ratioOf(turns: readonly Turn[]): number {
  return median(turns.map(({ calm, loaded }) => p99Of(loaded) / p99Of(calm)));
}

export function countUnavailable(turns: readonly Turn[]): number {
  const answers = turns.flatMap(({ calm, loaded, flood }) => [...calm, ...loaded, ...flood]);
  return answers.filter(({ status }) => status === 503).length;
}

/** What other tenants notice too much of. */
export function findUnfair(beside: readonly Beside[]): string[] {
  return beside.flatMap(({ name, ratio, unavailable }) => [
    ...(ratio <= MOST_TIMES ? [] : [`${name}: the p99 of guests is ${ratio.toFixed(2)} times that in quiet`]),
    ...(unavailable === 0 ? [] : [`${name}: ${unavailable} × 503`]),
  ]);
}
