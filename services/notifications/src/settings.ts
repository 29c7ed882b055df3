import { commonSettings, setting } from '@lodging/kit-runtime';
import { z } from 'zod';

const SHORTEST_SECRET = 32;

export const notificationsSettings = z.object({
  ...commonSettings,
  /** `smtp://user:password@host:port`, or `smtps://…` for TLS from the first byte. */
  SMTP_URL: setting.url(),
  MAIL_FROM: setting.text('Lodging <no-reply@lodging.example>'),
  /** Seals the secrets of webhook endpoints at rest. */
  WEBHOOK_SECRET_KEY: setting.secret(SHORTEST_SECRET),
  /** For development: the host name `localhost`, and no other spelling of it, may be posted to over http. */
  WEBHOOKS_ALLOW_LOCALHOST: z
    .enum(['true', 'false'], 'must be true or false')
    .default('false')
    .transform((text) => text === 'true'),
});
export type NotificationsSettings = z.infer<typeof notificationsSettings>;
