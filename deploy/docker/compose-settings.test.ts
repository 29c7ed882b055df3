// Guards that each container is told what it needs and nothing it does not know, secrets made at the first start included.

import { parseEnv } from 'node:util';
import { SERVICES } from '@lodging/deploy-shared';
import type { ServiceName } from '@lodging/deploy-shared';
import {
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
import { readServices } from './read-compose.ts';

const SCHEMAS: Record<ServiceName, z.ZodObject> = {
  channels: channelsSettings,
  gateway: gatewaySettings,
  inventory: inventorySettings,
  notifications: notificationsSettings,
  payments: paymentsSettings,
  reservations: reservationsSettings,
};
const MIGRATIONS = z.object({ MIGRATIONS_URL: z.url() });

const services = readServices('docker-compose.yml');
const files = containerFiles(
  (name, prefix = '') => `${prefix}${name.replaceAll('.', '-')}-${'x'.repeat(40)}`,
);

/** What a container finds in its environment: its file, then what the compose file says. */
function environmentOf(name: string, file: string): Record<string, string> {
  const text = files[file];
  if (text === undefined) throw new Error(`nothing writes ${file}`);
  const said = Object.entries(services[name]?.environment ?? {}).map(([key, value]) => [key, String(value)]);
  return { ...envOf(text), ...Object.fromEntries(said) };
}

function envOf(text: string): Record<string, string> {
  return Object.fromEntries(Object.entries(parseEnv(text)).map(([key, value]) => [key, value ?? '']));
}

function expectTold(schema: z.ZodObject, environment: Record<string, string>): void {
  expect(Object.keys(environment).filter((key) => !(key in schema.shape))).toEqual([]);
  expect(() => readSettings(schema, environment)).not.toThrow();
}

describe.for(SERVICES)('%s', (name) => {
  const schema = z.object({ ...processSettings, ...SCHEMAS[name].shape });

  test('knows everything it is told, and is told everything it needs', () => {
    expectTold(schema, environmentOf(name, `${name}/settings.env`));
  });

  test('knows what the profile `observability` adds', () => {
    const told = envOf(telemetrySettings());
    expectTold(schema, { ...environmentOf(name, `${name}/settings.env`), ...told });
    expect(services[name]?.environment).not.toHaveProperty('OTEL_EXPORTER_OTLP_ENDPOINT');
  });

  test('sees the secrets of no other service, and not the owner of its schema', () => {
    expect(services[name]?.volumes).toEqual([
      `${name}-settings:/run/settings:ro`,
      'telemetry-settings:/run/telemetry:ro',
    ]);
    expect(files[`${name}/settings.env`]).not.toContain('_owner');
    const others = SERVICES.filter((other) => other !== name);
    for (const other of others) expect(files[`${name}/settings.env`]).not.toContain(`postgres-${other}`);
  });

  test('is migrated as the owner of its schema', () => {
    expectTold(MIGRATIONS, environmentOf(`migrate-${name}`, `migrations/${name}.env`));
  });
});

test('the steps around the services are told what they need', () => {
  expectTold(provisionSettings, environmentOf('provision', 'bootstrap/provision.env'));
  expectTold(demoSettings, environmentOf('demo', 'bootstrap/demo.env'));
  expect(() => readEmulatorSettings(environmentOf('emulators', 'emulators/settings.env'))).not.toThrow();
});

test('a step that writes secrets sees every volume that somebody reads them from', () => {
  const directories = new Set(Object.keys(files).map((file) => file.split('/')[0]));
  const mounted = services['settings']?.volumes?.map((volume) => volume.split(':/settings/')[1]);
  expect(new Set(mounted)).toEqual(new Set([...directories, 'telemetry']));
});
