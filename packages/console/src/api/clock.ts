import { dateIn } from '@lodging/format';
import { lodging } from './lodging.ts';

/** How far the clock of this browser is behind the clock of the API. */
let offsetMs = 0;

export async function setClock(): Promise<void> {
  const sentAt = Date.now();
  const { ts } = (await lodging.ping({ timeoutMs: 5_000 })) as { ts: string };
  const halfway = (sentAt + Date.now()) / 2;
  offsetMs = Date.parse(ts) - halfway;
}

/** Now, also where the clock of this browser is wrong. */
export function now(): number {
  return Date.now() + offsetMs;
}

export function todayIn(timeZone: string): string {
  return dateIn(timeZone, now());
}
