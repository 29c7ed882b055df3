import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';

const WRONG_TRIES_BEFORE_LOCK = 6;
const CODES_PER_WINDOW = 5;
const TRIES_PER_WINDOW = 20;
const WINDOW_SECONDS = 15 * 60;

/** A code as it is kept: a keyed digest over hold, e-mail and digits, never the digits. */
export interface GuestCode {
  readonly digest: string;
  readonly expiresAt: Temporal.Instant;
  readonly wrongTries: number;
  readonly used: boolean;
}

/** All that is known of one hold's codes. The times are those within the last window. */
export interface GuestCodes {
  readonly current: GuestCode | null;
  readonly sentAt: readonly Temporal.Instant[];
  readonly triedAt: readonly Temporal.Instant[];
}

export const noGuestCodes: GuestCodes = { current: null, sentAt: [], triedAt: [] };

export type RateLimited = Refusal<'rate_limited'>;
export type CodeRefusal = Refusal<'bad_code' | 'expired' | 'exhausted_attempts' | 'rate_limited'>;

/** A code never outlives its hold. */
export function codeExpiry(
  at: Temporal.Instant,
  lifeSeconds: number,
  holdExpiresAt: Temporal.Instant,
): Temporal.Instant {
  const end = at.add({ seconds: lifeSeconds });
  return Temporal.Instant.compare(end, holdExpiresAt) < 0 ? end : holdExpiresAt;
}

/** A new code replaces the old one, locked or not. */
export function issueCode(
  codes: GuestCodes,
  code: { readonly digest: string; readonly expiresAt: Temporal.Instant },
  at: Temporal.Instant,
): Result<GuestCodes, RateLimited> {
  const sentAt = withinWindow(codes.sentAt, at);
  if (sentAt.length >= CODES_PER_WINDOW) return rateLimited(sentAt, at);
  const current = { ...code, wrongTries: 0, used: false };
  return ok({ ...codes, current, sentAt: [...sentAt, at] });
}

/**
 * The mail did not go out: the code before it is good again, with all wrong tries made since, and the mail counts for
 * nothing. A later code stays.
 */
export function withdrawCode(codes: GuestCodes, failed: string, before: GuestCodes): GuestCodes {
  if (codes.current?.digest !== failed) return codes;
  const { wrongTries } = codes.current;
  const current =
    before.current === null
      ? null
      : { ...before.current, wrongTries: before.current.wrongTries + wrongTries };
  return { ...codes, current, sentAt: codes.sentAt.slice(0, -1) };
}

/**
 * One try. The codes that come back are to be stored whatever the answer is, before it is given: a try is spent even
 * where it is refused. `same` compares two digests in constant time.
 */
export function tryCode(
  codes: GuestCodes,
  offered: string,
  same: (one: string, other: string) => boolean,
  at: Temporal.Instant,
): { readonly codes: GuestCodes; readonly answer: Result<null, CodeRefusal> } {
  const triedAt = withinWindow(codes.triedAt, at);
  if (triedAt.length >= TRIES_PER_WINDOW) return { codes, answer: rateLimited(triedAt, at) };
  const counted = { ...codes, triedAt: [...triedAt, at] };
  const { current } = codes;
  if (current === null || current.used) return { codes: counted, answer: badCode() };
  if (current.wrongTries >= WRONG_TRIES_BEFORE_LOCK) return { codes: counted, answer: exhausted() };
  if (Temporal.Instant.compare(current.expiresAt, at) <= 0) return { codes: counted, answer: lapsed() };
  if (!same(current.digest, offered)) {
    const wrongTries = current.wrongTries + 1;
    return { codes: { ...counted, current: { ...current, wrongTries } }, answer: badCode() };
  }
  return { codes: { ...counted, current: { ...current, used: true } }, answer: ok(null) };
}

const badCode = () => refuse('bad_code', 'The code is not right for this hold and e-mail.');
const lapsed = () => refuse('expired', 'The code has expired; ask for a new one.');
const exhausted = () =>
  refuse('exhausted_attempts', 'The code is locked after too many wrong tries; ask for a new one.');

function withinWindow(times: readonly Temporal.Instant[], at: Temporal.Instant): Temporal.Instant[] {
  const start = at.subtract({ seconds: WINDOW_SECONDS });
  return times.filter((time) => Temporal.Instant.compare(time, start) > 0);
}

/** A place becomes free when the oldest use leaves the window. */
function rateLimited(times: readonly Temporal.Instant[], at: Temporal.Instant) {
  const freeAt = (times[0] ?? at).add({ seconds: WINDOW_SECONDS });
  const retryAfterSeconds = Math.max(1, Math.ceil(at.until(freeAt).total('seconds')));
  return refuse('rate_limited', 'Too many codes or tries for this hold.', { retryAfterSeconds });
}
