import { startService } from '@lodging/kit-messaging';
import { newId, readSettings, systemClock } from '@lodging/kit-runtime';
import { testIdentitySettings, testLogger } from '@lodging/kit-testing';
import { notifications } from '../src/app.ts';
import { settings } from '../src/settings.ts';

/** The whole service on the given servers. */
export async function startNotifications(urls: { readonly postgresUrl: string; readonly natsUrl: string }) {
  const stopping = new AbortController();
  const values = readSettings(settings, {
    HOST: '127.0.0.1',
    TRACE_SAMPLE_RATIO: '0',
    POSTGRES_URL: urls.postgresUrl,
    NATS_URL: urls.natsUrl,
    SMTP_URL: 'smtp://127.0.0.1:1',
    WEBHOOK_SECRET_KEY: 'a secret of thirty-two characters',
    WEBHOOKS_ALLOW_LOCALHOST: 'true',
    ...testIdentitySettings('notifications'),
  });
  const runtime = {
    name: notifications.name,
    log: testLogger(),
    clock: systemClock,
    newId,
    signal: stopping.signal,
  };
  const service = await startService(notifications, values, runtime);
  return {
    checks: service.checks,
    async stop() {
      stopping.abort();
      await service.stop();
    },
  };
}
