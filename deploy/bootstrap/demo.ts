import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE, refreshFxRates, seedDemo, summary, writeJson } from '@lodging/deploy-shared';
import type { DemoFile } from '@lodging/deploy-shared';
import { demoSettings } from './config.ts';
import type { DemoSettings } from './config.ts';
import { readOrExit } from './read-or-exit.ts';

const REFRESH_RATES_MS = 12 * 60 * 60 * 1000;

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(0));

const began = performance.now();
const settings = readOrExit(demoSettings);
const demoFile = join(settings.DEMO_DIRECTORY, 'demo.json');
// Whoever sees the file takes the copy for a ready one.
rmSync(demoFile, { force: true });

const addresses = {
  gatewayUrl: settings.GATEWAY_URL,
  adminUrl: settings.ADMIN_URL,
  adminToken: settings.ADMIN_TOKEN,
};
const tenants = await seedDemo(addresses, join(settings.DEMO_DIRECTORY, 'demo-keys.json'));
const demo: DemoFile = { ...publicAddresses(settings), services: {}, tenants };
writeJson(demoFile, demo);
process.stdout.write(
  summary(demo, {
    after: `${((performance.now() - began) / 1000).toFixed(1)} s of seeding`,
    places: [
      ['Logs', 'docker compose logs <service>'],
      ['All of this as JSON', `docker compose cp demo:${demoFile} .`],
    ],
    ending: 'docker compose down stops everything and keeps the data; with --volumes it forgets them, too.',
  }),
);
setInterval(() => {
  refreshFxRates(addresses).catch(() => {});
}, REFRESH_RATES_MS);

function publicAddresses(place: DemoSettings): Omit<DemoFile, 'services' | 'tenants'> {
  const http = (port: number): string => `http://${place.PUBLIC_HOST}:${port}`;
  return {
    gatewayUrl: http(place.PORT),
    adminUrl: http(place.ADMIN_PORT),
    adminToken: place.ADMIN_TOKEN,
    paymentsUrl: http(place.WEBHOOK_PORT),
    stripe: {
      url: http(place.STRIPE_STAND_IN_PORT),
      secretKey: place.STRIPE_TEST_SECRET_KEY,
      webhookSecret: place.STRIPE_WEBHOOK_SECRETS,
    },
    mail: { url: http(place.MAIL_HTTP_PORT) },
    postgresUrl: moved(place.POSTGRES_ADMIN_URL, place.PUBLIC_HOST, place.POSTGRES_PORT, `/${DATABASE}`),
    natsUrl: moved(place.NATS_URL, place.PUBLIC_HOST, place.NATS_PORT, ''),
    redisUrl: `redis://${place.PUBLIC_HOST}:${place.REDIS_PORT}`,
  };
}

function moved(address: string, host: string, port: number, path: string): string {
  const url = new URL(address);
  url.hostname = host;
  url.port = String(port);
  url.pathname = path;
  return url.href;
}
