import Stripe from 'stripe';

/** The tolerance between the time of a signature and our clock, in both directions. */
const MAX_AGE_SECONDS = 300;
const MAX_AHEAD_SECONDS = 60;

export type Verified = { readonly ok: true; readonly payload: unknown } | { readonly ok: false };

/** Verifies a `Stripe-Signature` header over the raw body. During a rotation two secrets are valid. */
export function verifySignature(
  body: Buffer,
  header: unknown,
  secrets: readonly string[],
  now: Temporal.Instant,
): Verified {
  const timestamp = typeof header === 'string' ? timestampOf(header) : undefined;
  if (typeof header !== 'string' || timestamp === undefined) return { ok: false };
  const ageSeconds = Math.floor(now.epochMilliseconds / 1000) - timestamp;
  // The SDK accepts every time in the future.
  if (ageSeconds > MAX_AGE_SECONDS || ageSeconds < -MAX_AHEAD_SECONDS) return { ok: false };
  for (const secret of secrets) {
    if (isSignedWith(body, header, secret, now)) return { ok: true, payload: parseJson(body) };
  }
  return { ok: false };
}

/** Exactly one `t=` in digits, so that the time checked here is the one that the SDK verifies. */
function timestampOf(header: string): number | undefined {
  const timestamps = header.split(',').filter((part) => part.split('=')[0] === 't');
  const [timestamp] = timestamps;
  const digits = timestamp === undefined ? undefined : /^t=(\d{1,12})$/.exec(timestamp)?.[1];
  return timestamps.length === 1 && digits !== undefined ? Number(digits) : undefined;
}

function isSignedWith(body: Buffer, header: string, secret: string, now: Temporal.Instant): boolean {
  const { signature } = Stripe.webhooks;
  try {
    const received = now.epochMilliseconds;
    return signature?.verifyHeader(body, header, secret, MAX_AGE_SECONDS, undefined, received) ?? false;
  } catch {
    return false;
  }
}

/** Undefined where the signed body is not JSON. */
function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
