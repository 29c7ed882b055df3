import type Stripe from 'stripe';
import type { Attempt } from '../state/records.ts';
import { signatureHeader } from './sign-payload.ts';

export interface Endpoint {
  readonly url: string;
  readonly secret: string;
  /** Exact types, or `charge.*`; all when absent. */
  readonly events?: readonly string[];
}

/** Any 2xx is success. Redirects are failures and are not followed. */
export async function postEvent(
  endpoint: Endpoint,
  event: Stripe.Event,
  signal: AbortSignal,
): Promise<Attempt> {
  const startedAt = Date.now();
  const body = JSON.stringify(event, null, 2);
  const ended = (status: number | null, error: string | null): Attempt => ({
    at: new Date(startedAt).toISOString(),
    status,
    durationMs: Date.now() - startedAt,
    error,
  });
  try {
    const response = await fetch(endpoint.url, {
      method: 'POST',
      redirect: 'manual',
      signal,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': signatureHeader(body, endpoint.secret, Math.floor(startedAt / 1000)),
        accept: '*/*; q=0.5, application/xml',
      },
      body,
    });
    await response.arrayBuffer();
    return ended(response.status, response.ok ? null : `answered ${response.status}`);
  } catch (error) {
    return ended(null, reasonOf(error));
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'timed out';
  return error.cause instanceof Error ? error.cause.message : error.message;
}
