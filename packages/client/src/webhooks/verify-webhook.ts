import { bytesOfBase64, bytesOfText } from '../bytes.ts';
import type { components } from '../generated.ts';
import { VerificationError } from '../verification-error.ts';

type Logged = components['schemas']['WebhookEvent'];

/** The test event of `webhookEndpoints.ping`. */
export interface PingEvent extends Omit<Logged, 'type' | 'data'> {
  readonly type: 'webhook.ping';
  readonly data: { readonly object: { readonly webhookEndpointId: string } };
}

/** Narrowed by `type`. `id` is the same with every delivery of an event: recognise repeats by it. */
export type WebhookEvent = Logged | PingEvent;

/** A `Headers` of the platform, or the headers of a request of Node. */
export type WebhookHeaders =
  | Pick<Headers, 'get'>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** How far the time of sending may be from now; 300 seconds where absent. */
  readonly toleranceSeconds?: number | undefined;
  /** In milliseconds since 1970. */
  readonly now?: number | undefined;
}

const TOLERANCE_SECONDS = 300;

/**
 * The event of a delivery, once its signature is right. `body` is what arrived, byte by byte: not parsed and written again.
 * Several secrets are tried one after the other, while one is rotated.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  if (!id || !/^\d{1,12}$/.test(timestamp ?? '') || !signatures)
    throw new VerificationError('malformed', 'The headers of a webhook are missing.');
  if (Math.abs(now / 1_000 - Number(timestamp)) > toleranceSeconds)
    throw new VerificationError('wrong_time', 'The webhook was not sent lately.');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = bytesOfText(`${id}.${timestamp}.${text}`);
  if (!(await isSigned(signed, signatures, typeof secret === 'string' ? [secret] : secret)))
    throw new VerificationError('wrong_signature', 'The signature of the webhook is wrong.');
  return JSON.parse(text) as WebhookEvent;
}

async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: string,
  secrets: readonly string[],
): Promise<boolean> {
  const given = signatures
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .flatMap((signature) => bytesOfBase64(signature.slice(3)) ?? []);
  for (const secret of secrets) {
    const raw = bytesOfBase64(secret.replace(/^whsec_/, ''));
    if (raw === undefined || raw.length === 0) throw new TypeError('the secret must be whsec_ and base64');
    const hmac = { name: 'HMAC', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('raw', raw, hmac, false, ['verify']);
    // `verify` compares in constant time.
    for (const signature of given)
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return true;
  }
  return false;
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined;
  const value = (headers as Readonly<Record<string, string | readonly string[] | undefined>>)[name];
  return typeof value === 'string' ? value : value?.[0];
}
