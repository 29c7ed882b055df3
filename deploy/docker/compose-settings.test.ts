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

/** The environment of a container: its file, overridden by the compose file. */
function environmentOf(name: string, file: string): Record<string, string> {
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

describe.for(SERVICES)('%s', (name) => {
  const schema = z.object({ ...processSettings, ...SCHEMAS[name].shape });

  test('gets all settings that it requires, and none that it does not read', () => {
    expectAccepted(schema, environmentOf(name, `${name}/settings.env`));
  });

  test('reads the settings that the profile `observability` adds', () => {
    const added = envOf(telemetrySettings());
    expectAccepted(schema, { ...environmentOf(name, `${name}/settings.env`), ...added });
    expect(services[name]?.environment).not.toHaveProperty('OTEL_EXPORTER_OTLP_ENDPOINT');
  });

  test('has the secrets of no other service, and not the owner of its schema', () => {
    expect(services[name]?.volumes).toEqual([
      `${name}-settings:/run/settings:ro`,
      'telemetry-settings:/run/telemetry:ro',
    ]);
    expect(files[`${name}/settings.env`]).not.toContain('_owner');
    const others = SERVICES.filter((other) => other !== name);
    for (const other of others) expect(files[`${name}/settings.env`]).not.toContain(`postgres-${other}`);
  });

  test('is migrated as the owner of its schema', () => {
    expectAccepted(MIGRATIONS, environmentOf(`migrate-${name}`, `migrations/${name}.env`));
  });
});

test('the steps get the settings that they require', () => {
  expectAccepted(provisionSettings, environmentOf('provision', 'bootstrap/provision.env'));
  const ofProcess = z.object({ ...processSettings, ...busSettings.shape });
  expectAccepted(ofProcess, environmentOf('provisioner', 'provisioner/settings.env'));
  expectAccepted(demoSettings, environmentOf('demo', 'bootstrap/demo.env'));
  expect(() => readEmulatorSettings(environmentOf('emulators', 'emulators/settings.env'))).not.toThrow();
});

test('the step that writes secrets mounts every volume they are read from', () => {
  const directories = new Set(Object.keys(files).map((file) => file.split('/')[0]));
  const mounted = services['settings']?.volumes?.map((volume) => volume.split(':/settings/')[1]);
  expect(new Set(mounted)).toEqual(new Set([...directories, 'telemetry']));
});
