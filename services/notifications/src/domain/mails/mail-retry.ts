const HOUR_SECONDS = 3_600;
/** After the attempts so far; the last one repeats. */
const PAUSES = [10, 60, 300, 900, HOUR_SECONDS, 2 * HOUR_SECONDS, 4 * HOUR_SECONDS] as const;
/** A mail that has found no server by then has failed. */
const MAX_AGE_SECONDS = 24 * HOUR_SECONDS;
/** The mail server may have the mail: the guest gets it at most once more. */
export const MAX_UNCONFIRMED = 2;

/** Null: there is no further attempt. */
export function nextAttemptAt(
  { attempts, createdAt }: { readonly attempts: number; readonly createdAt: Temporal.Instant },
  now: Temporal.Instant,
): Temporal.Instant | null {
  const end = createdAt.add({ seconds: MAX_AGE_SECONDS });
  if (Temporal.Instant.compare(now, end) >= 0) return null;
  const pause = PAUSES[Math.min(Math.max(attempts, 1), PAUSES.length) - 1] ?? HOUR_SECONDS;
  const next = now.add({ seconds: pause });
  return Temporal.Instant.compare(next, end) < 0 ? next : end;
}
