import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export function newWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

export interface Signed {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

/** Headers of Standard Webhooks. One signature for each secret, so that a rotation needs no coordination. */
export function signWebhook(
  { eventId, body, secrets }: { eventId: string; body: string; secrets: readonly string[] },
  now: Temporal.Instant,
): Signed {
  const timestamp = String(Math.floor(now.epochMilliseconds / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    const digest = createHmac('sha256', key).update(`${eventId}.${timestamp}.${body}`).digest('base64');
    return `v1,${digest}`;
  });
  return {
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
