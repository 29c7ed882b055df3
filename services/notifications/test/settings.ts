import { readSettings } from '@lodging/kit-runtime';
import { notificationsSettings } from '../src/settings.ts';

export function testSettings(urls: { readonly postgresUrl: string; readonly natsUrl: string }) {
  const settings = readSettings(notificationsSettings, {
    HOST: '127.0.0.1',
    TRACE_SAMPLE_RATIO: '0',
    POSTGRES_URL: urls.postgresUrl,
    NATS_URL: urls.natsUrl,
    SMTP_URL: 'smtp://127.0.0.1:1',
    WEBHOOK_SECRET_KEY: 'a secret of thirty-two characters',
    WEBHOOKS_ALLOW_LOCALHOST: 'true',
  });
  return { ...settings, HEALTH_PORT: 0 };
}
