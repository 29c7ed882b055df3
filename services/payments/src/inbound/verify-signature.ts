import Stripe from 'stripe';

/** How far a signature may be behind and ahead of our clock. */
const OLDEST_SECONDS = 300;
const NEWEST_SECONDS = 60;

export type Verified = { readonly ok: true; readonly payload: unknown } | { readonly ok: false };

/** During a rotation two secrets are good. */
export function verifySignature(
  body: Buffer,
  header: unknown,
  secrets: readonly string[],
  now: Temporal.Instant,
): Verified {
  const timestamp = typeof header === 'string' ? timestampOf(header) : undefined;
  if (typeof header !== 'string' || timestamp === undefined) return { ok: false };
  const ageSeconds = Math.floor(now.epochMilliseconds / 1000) - timestamp;
  // The SDK lets any time in the future pass, so it cannot be asked alone.
  if (ageSeconds > OLDEST_SECONDS || ageSeconds < -NEWEST_SECONDS) return { ok: false };
  for (const secret of secrets) {
    if (isSignedWith(body, header, secret, now)) return { ok: true, payload: parsed(body) };
  }
  return { ok: false };
}

/** Exactly one `t=`, in digits: what we check is then what the SDK signs over. */
function timestampOf(header: string): number | undefined {
  const stamps = header.split(',').filter((part) => part.split('=')[0] === 't');
  const [stamp] = stamps;
  const digits = stamp === undefined ? undefined : /^t=(\d{1,12})$/.exec(stamp)?.[1];
  return stamps.length === 1 && digits !== undefined ? Number(digits) : undefined;
}

function isSignedWith(body: Buffer, header: string, secret: string, now: Temporal.Instant): boolean {
  const { signature } = Stripe.webhooks;
  try {
    const received = now.epochMilliseconds;
    return signature?.verifyHeader(body, header, secret, OLDEST_SECONDS, undefined, received) ?? false;
  } catch {
    return false;
  }
}

/** Undefined where it is signed and no JSON. */
function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
