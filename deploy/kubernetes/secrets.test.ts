import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { secretSettings } from '@lodging/deploy-shared';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { SERVICES } from './rendered-files.ts';
import { newStore, secretObjects } from './secrets.ts';
import type { SecretStore } from './secrets.ts';

interface ExternalSecret {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly target?: { readonly template?: { readonly data: Record<string, string> } };
    readonly data?: readonly {
      readonly secretKey: string;
      readonly remoteRef: { readonly key: string; readonly property: string };
    }[];
    /** Whole entries of the store. */
    readonly dataFrom?: readonly { readonly extract: { readonly key: string } }[];
  };
}

const CONDITION = /\{\{ if eq \.(\w+) "(\w+)" \}\}(.*?)(?:\{\{ else \}\}(.*?))?\{\{ end \}\}/g;
const VALUE = /\{\{ \.(\w+)( \| urlquery)? \}\}/g;

/** What the templates use of Go's language. */
function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template
    .replaceAll(CONDITION, (_, name: string, text: string, then: string, otherwise = '') =>
      values[name] === text ? then : otherwise,
    )
    .replaceAll(VALUE, (_, name: string, escape?: string) => {
      const value = values[name];
      if (value === undefined) throw new Error(`${template}: there is no ${name}`);
      return escape === undefined ? value : encodeURIComponent(value);
    });
}

function madeBy({ spec }: ExternalSecret, store: SecretStore): Record<string, string> {
  const { data = [], dataFrom = [], target } = spec;
  const single = data.map(({ secretKey, remoteRef }) => {
    const value = store[remoteRef.key]?.[remoteRef.property];
    if (value === undefined) throw new Error(`the store has no ${remoteRef.key}: ${remoteRef.property}`);
    return [secretKey, value];
  });
  const whole = dataFrom.flatMap(({ extract }) => Object.entries(store[extract.key] ?? {}));
  const values: Record<string, string> = Object.fromEntries([...whole, ...single]);
  const templates = Object.entries(target?.template?.data ?? {});
  return templates.length === 0
    ? values
    : Object.fromEntries(templates.map(([key, template]) => [key, filled(template, values)]));
}

function externalSecrets(directory: string): ExternalSecret[] {
  const file = join(import.meta.dirname, 'components/external-secrets', directory, 'secrets.yaml');
  return parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJS() as ExternalSecret);
}

const issued = {
  payments: { STRIPE_LIVE_SECRET_KEY: 'l', STRIPE_TEST_SECRET_KEY: 't', STRIPE_WEBHOOK_SECRETS: 'w' },
  notifications: { SMTP_URL: 'smtp://m' },
};
let made = 0;
const store = newStore(issued, (prefix) => `${prefix}${(made += 1)}-${'x'.repeat(32)}`);

test('each service has the secret settings of the other ways to run it, and its own of others where they are given', () => {
  for (const service of SERVICES) {
    const { BUS_PUBLIC_KEYS: _, ...settings } = secretSettings(service, (name) => name);
    const entry = store[`lodging/${service}`] ?? {};
    const own = Object.keys(entry).filter((name) => name === name.toUpperCase());
    const others = service === 'notifications' ? ['SMTP_URL'] : [];
    expect(own.toSorted(), service).toEqual([...Object.keys(settings), ...others].toSorted());
  }
  expect(store['lodging/payments']).toMatchObject(issued.payments);
  expect(store['lodging/notifications']).toMatchObject(issued.notifications);
});

test.each(['a', 'b'])('External Secrets makes the same Secrets as the command where login is %s', (login) => {
  const turned = Object.fromEntries(
    Object.entries(store).map(([key, entry]) => [key, 'login' in entry ? { ...entry, login } : entry]),
  );
  const expected = new Map(
    secretObjects(turned).map(({ metadata, stringData }) => [metadata.name, stringData]),
  );
  const compared = ['data', ...SERVICES]
    .flatMap(externalSecrets)
    .filter(({ metadata }) => expected.has(metadata.name));
  expect(compared.length).toBe(4 * SERVICES.length + 2);
  for (const external of compared)
    expect(madeBy(external, turned), external.metadata.name).toEqual(expected.get(external.metadata.name));
  expect(expected.get('gateway')?.['POSTGRES_URL']).toContain(
    login === 'a' ? 'postgres://gateway_app:' : 'postgres://gateway_app_b:',
  );
});
