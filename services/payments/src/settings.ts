import { commonSettings, setting, streamSettings } from '@lodging/kit-runtime';
import { z } from 'zod';

const SHORTEST_KEY = 32;

export const settings = z.object({
  ...commonSettings,
  ...streamSettings,
  WEBHOOK_PORT: setting.port(8083),
  STRIPE_LIVE_SECRET_KEY: setting.secret(),
  STRIPE_TEST_SECRET_KEY: setting.secret(),
  /** Comma separated: while one is rotated, two are good. */
  STRIPE_WEBHOOK_SECRETS: setting
    .secret()
    .transform((text) => text.split(',').map((secret) => secret.trim()))
    .refine((secrets) => secrets.every((secret) => secret !== ''), 'must be secrets, separated by commas')
    .meta({ secret: true }),
  /** Unset: the real provider. */
  STRIPE_API_URL: setting.url().optional(),
  /** Seals client secrets at rest. */
  PAYMENT_SECRET_KEY: setting.secret(SHORTEST_KEY),
  RECONCILE_SECONDS: setting.seconds(60),
  /** How often each account's refunds are looked through for those that nobody told of. */
  REFUND_SWEEP_SECONDS: setting.seconds(3600),
});
export type Settings = z.infer<typeof settings>;
