import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE, refreshFxRates, seedDemo, seedStays, summary, writeJson } from '@lodging/deploy-shared';
import type { DemoFile } from '@lodging/deploy-shared';
import { demoSettings } from './config.ts';
import type { DemoSettings } from './config.ts';
import { readOrExit } from './read-or-exit.ts';

const REFRESH_RATES_MS = 12 * 60 * 60 * 1000;
const REFRESH_STAYS_MS = 60 * 60 * 1000;

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(0));

const began = performance.now();
const settings = readOrExit(demoSettings);
const demoFile = join(settings.DEMO_DIRECTORY, 'demo.json');
// The existence of the file means that the stack is ready.
rmSync(demoFile, { force: true });

const addresses = {
  gatewayUrl: settings.GATEWAY_URL,
  adminUrl: settings.ADMIN_URL,
  adminToken: settings.ADMIN_TOKEN,
};
// Not PUBLIC_HOST: the payment page sends guests back to an insecure address on localhost only.
const bookingPageUrl = `http://localhost:${settings.BOOKING_PAGE_PORT}`;
const published = publicAddresses(settings);
const tenants = await seedDemo(
  { ...addresses, bookingPageUrl, publicGatewayUrl: published.gatewayUrl },
  join(settings.DEMO_DIRECTORY, 'demo-keys.json'),
);
const consoleUrl = `${published.gatewayUrl}/console/`;
const demo: DemoFile = { ...published, bookingPageUrl, consoleUrl, services: {}, tenants };
writeJson(demoFile, demo);
process.stdout.write(
  summary(demo, {
    after: `${((performance.now() - began) / 1000).toFixed(1)} s of seeding`,
    places: [
      ['Logs', 'docker compose logs <service>'],
      ['All of this as JSON', `docker compose cp demo:${demoFile} .`],
    ],
    ending: 'docker compose down stops everything and keeps the data; with --volumes it deletes them, too.',
  }),
);
setInterval(() => {
  refreshFxRates(addresses).catch(() => {});
}, REFRESH_RATES_MS);
seedDailyStays();
setInterval(seedDailyStays, REFRESH_STAYS_MS);

/** Once more on each day that the containers are still running. */
function seedDailyStays(): void {
  seedStays({ ...demo, gatewayUrl: addresses.gatewayUrl }).catch((error: unknown) => {
    process.stderr.write(`The stays of the sandbox are not complete: ${String(error)}\n`);
  });
}

function publicAddresses(
  values: DemoSettings,
): Omit<DemoFile, 'bookingPageUrl' | 'consoleUrl' | 'services' | 'tenants'> {
  const http = (port: number): string => `http://${values.PUBLIC_HOST}:${port}`;
  return {
    gatewayUrl: http(values.PORT),
    adminUrl: http(values.ADMIN_PORT),
    adminToken: values.ADMIN_TOKEN,
    paymentsUrl: http(values.WEBHOOK_PORT),
    stripe: {
      url: http(values.STRIPE_EMULATOR_PORT),
      secretKey: values.STRIPE_TEST_SECRET_KEY,
      webhookSecret: values.STRIPE_WEBHOOK_SECRETS,
    },
    mail: { url: http(values.MAIL_HTTP_PORT) },
    postgresUrl: withHost(
      values.POSTGRES_ADMIN_URL,
      values.PUBLIC_HOST,
      values.POSTGRES_PORT,
      `/${DATABASE}`,
    ),
    natsUrl: withHost(values.NATS_URL, values.PUBLIC_HOST, values.NATS_PORT, ''),
    redisUrl: `redis://${values.PUBLIC_HOST}:${values.REDIS_PORT}`,
  };
}

function withHost(address: string, host: string, port: number, path: string): string {
  const url = new URL(address);
  url.hostname = host;
  url.port = String(port);
  url.pathname = path;
  return url.href;
}
