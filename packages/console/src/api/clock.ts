import { dateIn } from '@lodging/format';
import { lodging } from './lodging.ts';

const MAX_DRIFT_MS = 2_000;

/** How far the clock of this browser is behind the clock of the API. */
let offsetMs = 0;
/** How far the clock of this browser was before the time since the page was loaded, when the offset was read. */
let aheadMs = Number.NaN;

export async function setClock(): Promise<void> {
  const sentAt = Date.now();
  const ahead = sentAt - performance.now();
  const { ts } = (await lodging.ping({ timeoutMs: 5_000 })) as { ts: string };
  const halfway = (sentAt + Date.now()) / 2;
  offsetMs = Date.parse(ts) - halfway;
  aheadMs = ahead;
}

/** Reads the offset again where the clock of this browser was put forward or back, or could not be compared before. */
export async function keepClock(): Promise<void> {
  const drift = Math.abs(Date.now() - performance.now() - aheadMs);
  if (!(drift <= MAX_DRIFT_MS)) await setClock();
}

/** Now, also where the clock of this browser is wrong. */
export function now(): number {
  return Date.now() + offsetMs;
}

/** The time of the API at a time of this browser. */
export function timeOfApi(browserMs: number): string {
  return new Date(browserMs + offsetMs).toISOString();
}

export function todayIn(timeZone: string): string {
  return dateIn(timeZone, now());
}
