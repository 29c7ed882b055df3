// Owns the settings of the notifications service.
import { commonSettings, setting } from '@lodging/kit-runtime';
import { z } from 'zod';

export const notificationsSettings = z.object({
  ...commonSettings,
  /** `smtp://user:password@host:port`, or `smtps://…` for TLS from the first byte. */
  SMTP_URL: setting.url(),
  MAIL_FROM: setting.text('Lodging <no-reply@lodging.example>'),
});
export type NotificationsSettings = z.infer<typeof notificationsSettings>;
