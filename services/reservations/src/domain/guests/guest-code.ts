import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';

const FAILURES_BEFORE_LOCK = 6;
const CODES_PER_WINDOW = 5;
const VERIFICATIONS_PER_WINDOW = 20;
const WINDOW_SECONDS = 15 * 60;

/** A one-time code as it is stored: a keyed digest over hold, e-mail and digits, never the digits. */
export interface GuestCode {
  readonly digest: string;
  readonly expiresAt: Temporal.Instant;
  readonly failures: number;
  readonly used: boolean;
  /** The language of the request for its mail; the booking gets it with the verification. */
  readonly language: string | null;
}

/** The codes of one hold. Times older than the rate limit's window are left out. */
export interface GuestCodes {
  readonly current: GuestCode | null;
  readonly sentAt: readonly Temporal.Instant[];
  readonly verifiedAt: readonly Temporal.Instant[];
}

export const noGuestCodes: GuestCodes = { current: null, sentAt: [], verifiedAt: [] };

export type RateLimited = Refusal<'rate_limited'>;
export type CodeRefusal = Refusal<'bad_code' | 'expired' | 'exhausted_attempts' | 'rate_limited'>;

/** A code never outlives its hold. */
export function codeExpiry(
  at: Temporal.Instant,
  ttlSeconds: number,
  holdExpiresAt: Temporal.Instant,
): Temporal.Instant {
  const end = at.add({ seconds: ttlSeconds });
  return Temporal.Instant.compare(end, holdExpiresAt) < 0 ? end : holdExpiresAt;
}

/** A new code replaces the current one and lifts its lock. */
export function issueCode(
  codes: GuestCodes,
  code: Pick<GuestCode, 'digest' | 'expiresAt' | 'language'>,
  at: Temporal.Instant,
): Result<GuestCodes, RateLimited> {
  const sentAt = withinWindow(codes.sentAt, at);
  if (sentAt.length >= CODES_PER_WINDOW) return rateLimited(sentAt, at);
  const current = { ...code, failures: 0, used: false };
  return ok({ ...codes, current, sentAt: [...sentAt, at] });
}

/**
 * Undoes a code whose mail was not sent: the code before it is valid again, keeps the failures since, and the mail does
 * not count against the rate limit. A code that was issued later stays.
 */
export function withdrawCode(codes: GuestCodes, failedDigest: string, before: GuestCodes): GuestCodes {
  if (codes.current?.digest !== failedDigest) return codes;
  const { failures } = codes.current;
  const current =
    before.current === null ? null : { ...before.current, failures: before.current.failures + failures };
  return { ...codes, current, sentAt: codes.sentAt.slice(0, -1) };
}

/**
 * Verifies one code. The returned codes must be stored before the answer is given, whatever it is: a refused
 * verification counts too. `equals` compares two digests in constant time.
 */
export function verifyCode(
  codes: GuestCodes,
  digest: string,
  equals: (one: string, other: string) => boolean,
  at: Temporal.Instant,
): { readonly codes: GuestCodes; readonly answer: Result<null, CodeRefusal> } {
  const verifiedAt = withinWindow(codes.verifiedAt, at);
  if (verifiedAt.length >= VERIFICATIONS_PER_WINDOW) return { codes, answer: rateLimited(verifiedAt, at) };
  const counted = { ...codes, verifiedAt: [...verifiedAt, at] };
  const { current } = codes;
  if (current === null || current.used) return { codes: counted, answer: badCode() };
  if (current.failures >= FAILURES_BEFORE_LOCK) return { codes: counted, answer: exhausted() };
  if (Temporal.Instant.compare(current.expiresAt, at) <= 0) return { codes: counted, answer: expired() };
  if (!equals(current.digest, digest)) {
    const failures = current.failures + 1;
    return { codes: { ...counted, current: { ...current, failures } }, answer: badCode() };
  }
  return { codes: { ...counted, current: { ...current, used: true } }, answer: ok(null) };
}

const badCode = () => refuse('bad_code', 'The code is wrong for this hold and e-mail address.');
const expired = () => refuse('expired', 'The code has expired; request a new one.');
const exhausted = () =>
  refuse('exhausted_attempts', 'The code is locked after too many wrong attempts; request a new one.');

function withinWindow(times: readonly Temporal.Instant[], at: Temporal.Instant): Temporal.Instant[] {
  const start = at.subtract({ seconds: WINDOW_SECONDS });
  return times.filter((time) => Temporal.Instant.compare(time, start) > 0);
}

/** Sliding window: the next use is allowed when the oldest one leaves the window. */
function rateLimited(times: readonly Temporal.Instant[], at: Temporal.Instant) {
  const allowedAt = (times[0] ?? at).add({ seconds: WINDOW_SECONDS });
  const retryAfterSeconds = Math.max(1, Math.ceil(at.until(allowedAt).total('seconds')));
  return refuse('rate_limited', 'Too many codes or attempts for this hold.', { retryAfterSeconds });
}
