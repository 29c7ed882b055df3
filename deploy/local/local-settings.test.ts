// Guards what each process is told: settings of the environment win, addresses are ours, users are narrow.

import { expect, test } from 'vitest';
import type { Ports } from './choose-ports.ts';
import { serviceSettings, stripeAccess } from './service-settings.ts';
import type { Neighbourhood } from './service-settings.ts';

const ports: Ports = {
  gateway: 8080,
  admin: 8081,
  payments: 8083,
  stripe: 12111,
  mailSmtp: 1025,
  mailHttp: 8025,
  postgres: 5432,
  nats: 4222,
  redis: 6379,
  health: () => 9000,
};

function place(environment: NodeJS.ProcessEnv): Neighbourhood {
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
    emulatorStateFile: '/tmp/stand-ins.jsonl',
    postgresUrl: (service) => `postgres://${service}_app@127.0.0.1:5432/lodging`,
  };
}

test('a duration from the environment reaches the service', () => {
  const settings = serviceSettings('reservations', place({ HOLD_TTL_SECONDS: '5' }));
  expect(settings['HOLD_TTL_SECONDS']).toBe('5');
});

test('addresses are this start’s own, whatever the environment says', () => {
  const environment = { HEALTH_PORT: '1', POSTGRES_URL: 'postgres://elsewhere', HOST: 'my-laptop' };
  const settings = serviceSettings('inventory', place(environment));
  expect(settings).toMatchObject({
    HEALTH_PORT: '9000',
    HOST: '127.0.0.1',
    POSTGRES_URL: 'postgres://inventory_app@127.0.0.1:5432/lodging',
    NATS_URL: 'nats://inventory@127.0.0.1:4222',
  });
});

test('no service gets the superuser’s address', () => {
  const settings = serviceSettings('gateway', place({ POSTGRES_ADMIN_URL: 'postgres://root@db' }));
  expect(Object.values(settings)).not.toContain('postgres://root@db');
});

test('payments speaks to the emulator until keys of the real provider are given', () => {
  expect(serviceSettings('payments', place({}))['STRIPE_API_URL']).toBe('http://127.0.0.1:12111');
  const real = place({ STRIPE_TEST_SECRET_KEY: 'sk_test_real' });
  expect(serviceSettings('payments', real)['STRIPE_API_URL']).toBeUndefined();
  expect(stripeAccess(real)).toMatchObject({ isEmulator: false, url: 'https://api.stripe.com' });
});
