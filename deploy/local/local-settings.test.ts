import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Ports } from './choose-ports.ts';
import { emulatorSettings, serviceSettings, stripeAccess } from './service-settings.ts';
import type { LocalContext } from './service-settings.ts';

const ports: Ports = {
  gateway: 8080,
  admin: 8081,
  payments: 8083,
  stripe: 12111,
  mailSmtp: 1025,
  mailHttp: 8025,
  bookingPage: 3000,
  postgres: 5432,
  nats: 4222,
  redis: 6379,
  health: () => 9000,
};

function contextWith(environment: NodeJS.ProcessEnv): LocalContext {
  return {
    environment,
    ports,
    secrets: (name, prefix = '') => `${prefix}${name}`,
    servers: {
      postgresAdminUrl: 'postgres://admin@127.0.0.1:5432/postgres',
      redisUrl: 'redis://127.0.0.1:6379',
      natsUrl: (service = 'observer') => `nats://${service}@127.0.0.1:4222`,
      started: [],
    },
    emulatorStateFile: '/tmp/emulators.jsonl',
    bookingPageDirectory: '/tmp/booking-page',
    widgetDirectory: '/tmp/widget',
    consoleDirectory: '/tmp/console',
    postgresUrl: (service) => `postgres://${service}_app@127.0.0.1:5432/lodging`,
  };
}

test('settings of the environment are passed to the service', () => {
  const settings = serviceSettings('reservations', contextWith({ HOLD_TTL_SECONDS: '5' }));
  expect(settings['HOLD_TTL_SECONDS']).toBe('5');
});

test('addresses of the local stack override the environment', () => {
  const environment = { HEALTH_PORT: '1', POSTGRES_URL: 'postgres://elsewhere', HOST: 'my-laptop' };
  const settings = serviceSettings('inventory', contextWith(environment));
  expect(settings).toMatchObject({
    HEALTH_PORT: '9000',
    HOST: '127.0.0.1',
    POSTGRES_URL: 'postgres://inventory_app@127.0.0.1:5432/lodging',
    NATS_URL: 'nats://inventory@127.0.0.1:4222',
  });
});

test('no service gets the address of the superuser', () => {
  const settings = serviceSettings('gateway', contextWith({ POSTGRES_ADMIN_URL: 'postgres://root@db' }));
  expect(Object.values(settings)).not.toContain('postgres://root@db');
});

test('payments uses the emulator unless keys of the real provider are given', () => {
  expect(serviceSettings('payments', contextWith({}))['STRIPE_API_URL']).toBe('http://127.0.0.1:12111');
  const real = contextWith({ STRIPE_TEST_SECRET_KEY: 'sk_test_real' });
  expect(serviceSettings('payments', real)['STRIPE_API_URL']).toBeUndefined();
  expect(stripeAccess(real)).toMatchObject({ isEmulator: false, url: 'https://api.stripe.com' });
});

test('the endpoint of payments is subscribed to the same events of the provider in every deployment', () => {
  const subscribed = emulatorSettings(contextWith({}))['STRIPE_WEBHOOK_EVENTS'] ?? '';
  expect(subscribed).toContain('payment_intent.succeeded');
  const files = ['docker-compose.yml', 'deploy/kubernetes/overlays/development/emulators/emulators.yaml'];
  for (const file of files)
    expect(readFileSync(join(import.meta.dirname, '../..', file), 'utf8')).toContain(` ${subscribed}\n`);
});
