import { DATABASE, secretSettings, SERVICES } from '@lodging/deploy-shared';
import type { Login, Secrets, ServiceName } from '@lodging/deploy-shared';
import { natsUsers, OBSERVER, PROVISIONER, passwordVariable as busPasswordVariable } from '@lodging/nats';
import { passwordVariable } from './config.ts';
import { usedLogin } from './logins.ts';

type Files = Record<string, string>;

/** Path below the settings directory → text. Each directory is a volume, mounted only in the containers that read it. */
export function containerFiles(secrets: Secrets): Files {
  return {
    ...serverFiles(secrets),
    ...bootstrapFiles(secrets),
    ...Object.fromEntries(SERVICES.flatMap((service) => Object.entries(serviceFiles(service, secrets)))),
  };
}

function serverFiles(secrets: Secrets): Files {
  const passwords = natsUsers((user) => busPassword(user, secrets)).map(
    ({ user, password }): [string, string] => [busPasswordVariable(user), password],
  );
  const provider = secretSettings('payments', secrets);
  return {
    'postgres/password': superuserPassword(secrets),
    'nats/passwords.env': envFile(Object.fromEntries(passwords)),
    'provisioner/settings.env': envFile({ NATS_URL: busUrl(PROVISIONER, secrets) }),
    'emulators/settings.env': envFile({
      STRIPE_SECRET_KEYS: `${provider['STRIPE_TEST_SECRET_KEY']},${provider['STRIPE_LIVE_SECRET_KEY']}`,
      STRIPE_WEBHOOK_SECRET: provider['STRIPE_WEBHOOK_SECRETS'] ?? '',
    }),
  };
}

function bootstrapFiles(secrets: Secrets): Files {
  const passwords = SERVICES.flatMap((service) =>
    (['owner', 'app', 'app_b'] as const).map((role): [string, string] => [
      passwordVariable(service, role),
      rolePassword(service, role, secrets),
    ]),
  );
  const provider = secretSettings('payments', secrets);
  const POSTGRES_ADMIN_URL = `postgres://postgres:${superuserPassword(secrets)}@postgres:5432/postgres`;
  return {
    'bootstrap/provision.env': envFile({ POSTGRES_ADMIN_URL, ...Object.fromEntries(passwords) }),
    'bootstrap/demo.env': envFile({
      POSTGRES_ADMIN_URL,
      NATS_URL: busUrl(OBSERVER, secrets),
      ADMIN_TOKEN: secretSettings('gateway', secrets)['ADMIN_TOKEN'] ?? '',
      STRIPE_TEST_SECRET_KEY: provider['STRIPE_TEST_SECRET_KEY'] ?? '',
      STRIPE_WEBHOOK_SECRETS: provider['STRIPE_WEBHOOK_SECRETS'] ?? '',
    }),
  };
}

/** Only the migrations get the address of the schema owner. */
function serviceFiles(service: ServiceName, secrets: Secrets): Files {
  const { role, busUser } = usedLogin(service, secrets);
  return {
    [`migrations/${service}.env`]: envFile({ MIGRATIONS_URL: databaseUrl(service, 'owner', secrets) }),
    [`${service}/settings.env`]: envFile({
      POSTGRES_URL: databaseUrl(service, role, secrets),
      NATS_URL: busUrl(busUser, secrets),
      ...secretSettings(service, secrets),
    }),
  };
}

function superuserPassword(secrets: Secrets): string {
  return secrets('postgres.superuser');
}

function rolePassword(service: ServiceName, role: Login, secrets: Secrets): string {
  return secrets(`postgres.${service}.${role}`);
}

function databaseUrl(service: ServiceName, role: Login, secrets: Secrets): string {
  return `postgres://${service}_${role}:${rolePassword(service, role, secrets)}@postgres:5432/${DATABASE}`;
}

/** NATS reads a password that begins with a digit as a number. */
function busPassword(user: string, secrets: Secrets): string {
  return secrets(`nats.${user}`, 'nats_');
}

function busUrl(user: string, secrets: Secrets): string {
  return `nats://${user}:${busPassword(user, secrets)}@nats:4222`;
}

/** Values have only letters, digits and characters of URLs, so none needs quotes. */
function envFile(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
