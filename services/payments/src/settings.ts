import { commonSettings, setting } from '@lodging/kit-runtime';
import { z } from 'zod';

const MIN_KEY_LENGTH = 32;

/**
 * Event types of the webhook endpoint at Stripe. Any other event is stored and ignored, which costs a request and a
 * commit.
 */
export const ENDPOINT_EVENTS = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.requires_action',
  'payment_intent.canceled',
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
] as const;

export const settings = z.object({
  ...commonSettings,
  /** The server of `/webhooks/stripe`. */
  WEBHOOK_PORT: setting.port(8083),
  /** Keys of the platform's account. */
  STRIPE_LIVE_SECRET_KEY: setting.secret(),
  STRIPE_TEST_SECRET_KEY: setting.secret(),
  /** Signing secrets of the webhook endpoint, comma separated; two during a rotation. */
  STRIPE_WEBHOOK_SECRETS: setting
    .secret()
    .transform((text) => text.split(',').map((secret) => secret.trim()))
    .refine((secrets) => secrets.every((secret) => secret !== ''), 'must be secrets, separated by commas')
    .meta({ secret: true }),
  /** Unset: Stripe itself. */
  STRIPE_API_URL: setting.url().optional(),
  /** Seals client secrets at rest; a JSON array while it is replaced, the new one first. */
  PAYMENT_SECRET_KEY: setting.keyRing(MIN_KEY_LENGTH),
  /** Interval at which open payments are compared with the provider. */
  RECONCILE_SECONDS: setting.seconds(60),
  /** Interval at which the refunds of each account are listed, to find those with a lost notification. */
  REFUND_SWEEP_SECONDS: setting.seconds(3600),
  /** Refunds of one tenant in one hour that no client requested: more are reported. */
  AUTOMATIC_REFUNDS_ALERT: setting.integer(100),
  /** More wait for the next hour. All stays of a night in a hotel of a thousand rooms can be cancelled; 0 stops all. */
  AUTOMATIC_REFUNDS_STOP: setting.integer(1000),
});
export type Settings = z.infer<typeof settings>;
