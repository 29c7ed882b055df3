import { parseEnv } from 'node:util';
import { SERVICES } from '@lodging/deploy-shared';
import type { ServiceName } from '@lodging/deploy-shared';
import {
  busSettings,
  containerFiles,
  demoSettings,
  provisionSettings,
  telemetrySettings,
} from '@lodging/deploy-bootstrap';
import { processSettings, readSettings } from '@lodging/kit-runtime';
import { readSettings as readEmulatorSettings } from '@lodging/emulators';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { settings as channelsSettings } from '../../services/channels/src/settings.ts';
import { settings as gatewaySettings } from '../../services/gateway/src/settings.ts';
import { settings as inventorySettings } from '../../services/inventory/src/settings.ts';
import { settings as notificationsSettings } from '../../services/notifications/src/settings.ts';
import { settings as paymentsSettings } from '../../services/payments/src/settings.ts';
import { settings as reservationsSettings } from '../../services/reservations/src/settings.ts';
import { EXAMPLE_SETTINGS, readServices, SMALL_FILE } from './read-compose.ts';
import type { ComposeService } from './read-compose.ts';

const SCHEMAS: Record<ServiceName, z.ZodObject> = {
  channels: channelsSettings,
  gateway: gatewaySettings,
  inventory: inventorySettings,
  notifications: notificationsSettings,
  payments: paymentsSettings,
  reservations: reservationsSettings,
};
const MIGRATIONS = z.object({ MIGRATIONS_URL: z.url() });

const files = containerFiles(
  (name, prefix = '') => `${prefix}${name.replaceAll('.', '-')}-${'x'.repeat(40)}`,
);

type Services = Record<string, ComposeService>;
const DEMO = readServices('docker-compose.yml');
const SMALL = readServices(SMALL_FILE);
const STACKS = [
  { stack: 'the demo', services: DEMO, added: ['telemetry-settings:/run/telemetry:ro'] },
  { stack: 'the small profile', services: SMALL, added: [] },
];

/** The environment of a container: its file, overridden by the compose file. */
function environmentOf(services: Services, name: string, file: string): Record<string, string> {
  const text = files[file];
  if (text === undefined) throw new Error(`no step writes ${file}`);
  const fromCompose = Object.entries(services[name]?.environment ?? {}).map(([key, value]) => [
    key,
    String(value),
  ]);
  return { ...envOf(text), ...Object.fromEntries(fromCompose) };
}

function envOf(text: string): Record<string, string> {
  return Object.fromEntries(Object.entries(parseEnv(text)).map(([key, value]) => [key, value ?? '']));
}

function expectAccepted(schema: z.ZodObject, environment: Record<string, string>): void {
  expect(Object.keys(environment).filter((key) => !(key in schema.shape))).toEqual([]);
  expect(() => readSettings(schema, environment)).not.toThrow();
}

describe.for(STACKS)('$stack', ({ services, added }) => {
  describe.for(SERVICES)('%s', (name) => {
    const schema = z.object({ ...processSettings, ...SCHEMAS[name].shape });
    const file = `${name}/settings.env`;

    test('gets all settings that it requires, and none that it does not read', () => {
      expectAccepted(schema, environmentOf(services, name, file));
    });

    test('has no setting that makes it run unsigned requests', () => {
      expect(Object.keys(schema.shape).filter((key) => key.startsWith('BUS_'))).toEqual([
        'BUS_SIGNING_KEY',
        'BUS_PUBLIC_KEYS',
      ]);
    });

    test('has the secrets of no other service, and not the owner of its schema', () => {
      expect(services[name]?.volumes).toEqual([`${name}-settings:/run/settings:ro`, ...added]);
      expect(files[file]).not.toContain('_owner');
      const others = SERVICES.filter((other) => other !== name);
      for (const other of others) expect(files[file]).not.toContain(`postgres-${other}`);
    });

    test('is migrated as the owner of its schema', () => {
      expectAccepted(MIGRATIONS, environmentOf(services, `migrate-${name}`, `migrations/${name}.env`));
    });
  });

  test('the steps get the settings that they require', () => {
    expectAccepted(provisionSettings, environmentOf(services, 'provision', 'bootstrap/provision.env'));
    const ofProcess = z.object({ ...processSettings, ...busSettings.shape });
    expectAccepted(ofProcess, environmentOf(services, 'provisioner', 'provisioner/settings.env'));
  });

  test('the step that writes secrets can write every directory, and each that is read is a volume', () => {
    const { volumes = [], tmpfs = [] } = services['settings'] ?? {};
    const mounted = volumes.map((volume) => volume.split(':/settings/')[1]);
    const discarded = tmpfs.flatMap((path) => /^\/settings\/(\w+)/.exec(path)?.[1] ?? []);
    const directories = new Set(Object.keys(files).map((path) => path.split('/')[0]));
    expect(new Set([...mounted, ...discarded])).toEqual(new Set([...directories, 'telemetry']));
    const names = Object.values(services).flatMap((service) => service.volumes ?? []);
    for (const directory of discarded)
      expect(names.filter((volume) => volume.startsWith(`${directory}-settings:`))).toEqual([]);
  });
});

describe('the demo alone', () => {
  test('demo and emulators get the settings that they require', () => {
    expectAccepted(demoSettings, environmentOf(DEMO, 'demo', 'bootstrap/demo.env'));
    const ofEmulators = environmentOf(DEMO, 'emulators', 'emulators/settings.env');
    expect(() => readEmulatorSettings(ofEmulators)).not.toThrow();
  });

  test.for(SERVICES)('%s reads the settings that the profile `observability` adds', (name) => {
    const schema = z.object({ ...processSettings, ...SCHEMAS[name].shape });
    const added = envOf(telemetrySettings());
    expectAccepted(schema, { ...environmentOf(DEMO, name, `${name}/settings.env`), ...added });
    expect(DEMO[name]?.environment).not.toHaveProperty('OTEL_EXPORTER_OTLP_ENDPOINT');
  });
});

describe('the small profile alone', () => {
  test('the keys of the operator win over those that were generated for emulators', () => {
    const payments = environmentOf(SMALL, 'payments', 'payments/settings.env');
    const given = Object.entries(payments).filter(([name]) => name.startsWith('STRIPE_'));
    expect(given.map(([name]) => name).toSorted()).toEqual([
      'STRIPE_LIVE_SECRET_KEY',
      'STRIPE_TEST_SECRET_KEY',
      'STRIPE_WEBHOOK_SECRETS',
    ]);
    for (const [name, value] of given) expect(value).toBe(EXAMPLE_SETTINGS[name]);
  });
});
