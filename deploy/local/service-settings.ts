import { secretSettings } from '@lodging/deploy-shared';
import type { Secrets, ServiceName } from '@lodging/deploy-shared';
import type { BackingServers } from './backing-servers.ts';
import type { Ports } from './choose-ports.ts';

export interface Neighbourhood {
  environment: NodeJS.ProcessEnv;
  ports: Ports;
  secrets: Secrets;
  servers: BackingServers;
  /** Where the payment provider's emulator remembers its objects from start to start. */
  emulatorStateFile: string;
  /** Each service's own database address, as its application role. */
  postgresUrl: (service: ServiceName) => string;
}

export interface StripeAccess {
  url: string;
  secretKey: string;
  webhookSecret: string;
  liveKey: string;
  testKey: string;
  /** False when the environment names keys of the real provider. */
  isEmulator: boolean;
}

const local = (port: number): string => `http://127.0.0.1:${port}`;

/** Keys in the environment without an address mean the real provider. */
export function stripeAccess({ environment, ports, secrets }: Neighbourhood): StripeAccess {
  const live = set(environment['STRIPE_LIVE_SECRET_KEY']);
  const test = set(environment['STRIPE_TEST_SECRET_KEY']);
  const address = set(environment['STRIPE_API_URL']);
  const isEmulator = live === undefined && test === undefined && address === undefined;
  const testKey = test ?? secrets('stripe.test', 'sk_test_');
  const webhookSecret = set(environment['STRIPE_WEBHOOK_SECRETS'])?.split(',')[0];
  return {
    url: address ?? (isEmulator ? local(ports.stripe) : 'https://api.stripe.com'),
    secretKey: testKey,
    webhookSecret: webhookSecret ?? secrets('stripe.webhook', 'whsec_'),
    liveKey: live ?? secrets('stripe.live', 'sk_live_'),
    testKey,
    isEmulator,
  };
}

export function emulatorSettings(place: Neighbourhood): Record<string, string> {
  const stripe = stripeAccess(place);
  return {
    STRIPE_STAND_IN_PORT: String(place.ports.stripe),
    MAIL_SMTP_PORT: String(place.ports.mailSmtp),
    MAIL_HTTP_PORT: String(place.ports.mailHttp),
    STRIPE_SECRET_KEYS: `${stripe.testKey},${stripe.liveKey}`,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STAND_IN_STATE_FILE: place.emulatorStateFile,
    HOST: '127.0.0.1',
    STRIPE_WEBHOOK_URL: `${local(place.ports.payments)}/webhooks/stripe`,
  };
}

export function serviceSettings(service: ServiceName, place: Neighbourhood): Record<string, string> {
  const { environment, ports, servers } = place;
  return {
    ...defaultsOf(service, place),
    ...passedThrough(environment),
    HOST: '127.0.0.1',
    HEALTH_PORT: String(ports.health(service)),
    POSTGRES_URL: place.postgresUrl(service),
    NATS_URL: servers.natsUrl(service),
    ...addressesOf(service, place),
  };
}

function addressesOf(service: ServiceName, { ports, servers }: Neighbourhood): Record<string, string> {
  if (service === 'payments') return { WEBHOOK_PORT: String(ports.payments) };
  if (service !== 'gateway') return {};
  return { PORT: String(ports.gateway), ADMIN_PORT: String(ports.admin), REDIS_URL: servers.redisUrl };
}

function defaultsOf(service: ServiceName, place: Neighbourhood): Record<string, string> {
  return { ...secretSettings(service, place.secrets), ...neighboursOf(service, place) };
}

function neighboursOf(service: ServiceName, place: Neighbourhood): Record<string, string> {
  const { ports } = place;
  if (service === 'gateway') return { PUBLIC_URL: local(ports.gateway) };
  if (service === 'channels') return { CHANNELS_ALLOW_LOCALHOST: 'true' };
  if (service === 'notifications') {
    return {
      SMTP_URL: `smtp://127.0.0.1:${ports.mailSmtp}`,
      MAIL_FROM: 'Lodging <stay@lodging.example>',
      WEBHOOKS_ALLOW_LOCALHOST: 'true',
    };
  }
  if (service !== 'payments') return {};
  const stripe = stripeAccess(place);
  return stripe.isEmulator ? { STRIPE_API_URL: stripe.url } : {};
}

export function adminToken({ environment, secrets }: Pick<Neighbourhood, 'environment' | 'secrets'>): string {
  return set(environment['ADMIN_TOKEN']) ?? secrets('gateway.admin', 'adm_');
}

/** What belongs to npm or to this start is nobody's setting. */
function passedThrough(environment: NodeJS.ProcessEnv): Record<string, string> {
  const ours = new Set(['POSTGRES_ADMIN_URL', 'LODGING_HOME', 'NODE_OPTIONS']);
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined || value === '' || ours.has(name) || name.startsWith('npm_') ? [] : [[name, value]],
    ),
  );
}

function set(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : value;
}
