import { secretSettings } from '@lodging/deploy-shared';
import type { Secrets } from '@lodging/deploy-shared';
import { loginsOf, OBSERVER, PROVISIONER } from '@lodging/nats';
import { DATABASE, SERVICES } from './rendered-files.ts';
import type { ServiceName } from './rendered-files.ts';

/** The form of a secret store: entry, then property. */
export type SecretStore = Record<string, Record<string, string>>;

/** Settings that others issue, by service: they take the place of those that are made. */
export type IssuedSettings = Readonly<Partial<Record<ServiceName, Readonly<Record<string, string>>>>>;

/** Begins with `prefix`: NATS reads a password that begins with a digit as a number. */
export type NewSecret = (prefix: string) => string;

/** Each service has the same secret settings as on one machine and in compose. */
export function newStore(issued: IssuedSettings, make: NewSecret): SecretStore {
  const secrets = remembered(make);
  const publicKeys = new Set<string>();
  const entries = SERVICES.map((service) => {
    const base = {
      postgresOwner: make('o'),
      postgresApp: make('a'),
      postgresAppB: make('a'),
      nats: make('n'),
      natsB: make('n'),
      login: 'a',
    };
    const valkey = service === 'gateway' ? { valkey: make('v') } : {};
    const { BUS_PUBLIC_KEYS = '', ...own } = secretSettings(service, secrets);
    publicKeys.add(BUS_PUBLIC_KEYS);
    return [`lodging/${service}`, { ...base, ...valkey, ...own, ...issued[service] }] as const;
  });
  return {
    ...Object.fromEntries(entries),
    'lodging/bus': { publicKeys: [...publicKeys].join(',') },
    'lodging/provisioner': { nats: make('n') },
    'lodging/operator': { nats: make('n') },
  };
}

function remembered(make: NewSecret): Secrets {
  const made = new Map<string, string>();
  return (name, prefix = '') => {
    const secret = made.get(name) ?? make(prefix);
    made.set(name, secret);
    return secret;
  };
}

export interface SecretObject {
  apiVersion: 'v1';
  kind: 'Secret';
  metadata: { name: string; labels: Record<string, string> };
  type: string;
  stringData: Record<string, string>;
}

/** The same as components/external-secrets creates from the same store. */
export function secretObjects(store: SecretStore): SecretObject[] {
  const read = (entry: string, property: string): string => {
    const value = store[entry]?.[property];
    if (value === undefined) throw new Error(`the store has no ${entry}: ${property}`);
    return value;
  };
  const of = (service: ServiceName, property: string): string => read(`lodging/${service}`, property);
  const busPasswords = Object.fromEntries(
    SERVICES.flatMap((service) => {
      const [first, second] = loginsOf(service);
      return [
        [first, of(service, 'nats')],
        [second, of(service, 'natsB')],
      ];
    }),
  );
  return [
    ...SERVICES.flatMap((service) => [
      secret(service, {
        ...settingsOf(service, store[`lodging/${service}`] ?? {}),
        BUS_PUBLIC_KEYS: read('lodging/bus', 'publicKeys'),
      }),
      secret(`${service}-migrations`, {
        MIGRATIONS_URL: databaseUrl(`${service}_owner`, of(service, 'postgresOwner')),
      }),
      login(service, 'owner', of(service, 'postgresOwner')),
      login(service, 'app', of(service, 'postgresApp')),
      login(service, 'app_b', of(service, 'postgresAppB')),
    ]),
    secret(PROVISIONER, { NATS_URL: busUrl(PROVISIONER, read('lodging/provisioner', 'nats')) }),
    secret('nats-users', {
      ...busPasswords,
      [PROVISIONER]: read('lodging/provisioner', 'nats'),
      [OBSERVER]: read('lodging/operator', 'nats'),
    }),
    secret('valkey-users', { default: of('gateway', 'valkey') }),
  ];
}

function settingsOf(service: ServiceName, entry: Record<string, string>): Record<string, string> {
  const {
    postgresOwner: _owner,
    postgresApp = '',
    postgresAppB = '',
    nats = '',
    natsB = '',
    ...others
  } = entry;
  const { login: used = 'a', valkey, ...own } = others;
  const [first, second] = loginsOf(service);
  return {
    POSTGRES_URL:
      used === 'b'
        ? databaseUrl(`${service}_app_b`, postgresAppB)
        : databaseUrl(`${service}_app`, postgresApp),
    NATS_URL: used === 'b' ? busUrl(second, natsB) : busUrl(first, nats),
    ...(valkey === undefined
      ? {}
      : { REDIS_URL: `redis://default:${encodeURIComponent(valkey)}@valkey:6379` }),
    ...own,
  };
}

function busUrl(user: string, password: string): string {
  return `nats://${user}:${encodeURIComponent(password)}@nats:4222`;
}

function databaseUrl(role: string, password: string): string {
  const address = `${role}:${encodeURIComponent(password)}@postgres-rw:5432/${DATABASE}`;
  return `postgres://${address}?sslmode=verify-full&sslrootcert=/etc/postgres-ca/ca.crt`;
}

export function secret(name: string, stringData: Record<string, string>, type = 'Opaque'): SecretObject {
  const labels = { 'app.kubernetes.io/part-of': 'lodging' };
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name, labels }, type, stringData };
}

function login(service: ServiceName, role: 'owner' | 'app' | 'app_b', password: string): SecretObject {
  const made = secret(
    `postgres-${service}-${role.replace('_', '-')}`,
    { username: `${service}_${role}`, password },
    'kubernetes.io/basic-auth',
  );
  // The operator of the database applies a changed password at once.
  made.metadata.labels['cnpg.io/reload'] = 'true';
  return made;
}
