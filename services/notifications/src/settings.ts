import { commonSettings, setting } from '@lodging/kit-runtime';
import { z } from 'zod';

const MIN_SECRET_LENGTH = 32;

export const settings = z.object({
  ...commonSettings,
  /** `smtp://user:password@host:port`, or `smtps://…` for TLS from the first byte. */
  SMTP_URL: setting.url(),
  /** The sender of mails; its domain needs SPF, DKIM and DMARC records that name the mail server. */
  MAIL_FROM: setting.text('Lodging <no-reply@lodging.example>'),
  /** Seals the secrets of webhook endpoints at rest; a JSON array while it is replaced, the new one first. */
  WEBHOOK_SECRET_KEY: setting.keyRing(MIN_SECRET_LENGTH),
  /** For development: allows the host name `localhost`, in this spelling only, over http. */
  WEBHOOKS_ALLOW_LOCALHOST: z
    .enum(['true', 'false'], 'must be true or false')
    .default('false')
    .transform((text) => text === 'true'),
});
export type Settings = z.infer<typeof settings>;
