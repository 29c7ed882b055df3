import { secretSettings } from '@lodging/deploy-shared';
import type { Secrets, ServiceName } from '@lodging/deploy-shared';
import { ENDPOINT_EVENTS } from '../../services/payments/src/settings.ts';
import type { BackingServers } from './backing-servers.ts';
import type { Ports } from './choose-ports.ts';

export interface LocalContext {
  environment: NodeJS.ProcessEnv;
  ports: Ports;
  secrets: Secrets;
  servers: BackingServers;
  /** The payment emulator keeps its objects here between starts. */
  emulatorStateFile: string;
  /** The files of the demo's booking page. */
  bookingPageDirectory: string;
  /** The files of the booking component that the gateway serves. */
  widgetDirectory: string;
  /** The files of the operator’s console. */
  consoleDirectory: string;
  /** The database address of a service, with its application role. */
  postgresUrl: (service: ServiceName) => string;
}

export interface StripeAccess {
  url: string;
  secretKey: string;
  webhookSecret: string;
  liveKey: string;
  testKey: string;
  /** False when the environment has keys of the real provider. */
  isEmulator: boolean;
}

const local = (port: number): string => `http://127.0.0.1:${port}`;

/** Keys in the environment without an address select the real provider. */
export function stripeAccess({ environment, ports, secrets }: LocalContext): StripeAccess {
  const live = nonEmpty(environment['STRIPE_LIVE_SECRET_KEY']);
  const test = nonEmpty(environment['STRIPE_TEST_SECRET_KEY']);
  const address = nonEmpty(environment['STRIPE_API_URL']);
  const isEmulator = live === undefined && test === undefined && address === undefined;
  const testKey = test ?? secrets('stripe.test', 'sk_test_');
  const webhookSecret = nonEmpty(environment['STRIPE_WEBHOOK_SECRETS'])?.split(',')[0];
  return {
    url: address ?? (isEmulator ? local(ports.stripe) : 'https://api.stripe.com'),
    secretKey: testKey,
    webhookSecret: webhookSecret ?? secrets('stripe.webhook', 'whsec_'),
    liveKey: live ?? secrets('stripe.live', 'sk_live_'),
    testKey,
    isEmulator,
  };
}

export function emulatorSettings(context: LocalContext): Record<string, string> {
  const stripe = stripeAccess(context);
  return {
    STRIPE_EMULATOR_PORT: String(context.ports.stripe),
    MAIL_SMTP_PORT: String(context.ports.mailSmtp),
    MAIL_HTTP_PORT: String(context.ports.mailHttp),
    BOOKING_PAGE_PORT: String(context.ports.bookingPage),
    BOOKING_PAGE_DIRECTORY: context.bookingPageDirectory,
    BOOKING_PAGE_API_URL: local(context.ports.gateway),
    STRIPE_SECRET_KEYS: `${stripe.testKey},${stripe.liveKey}`,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_WEBHOOK_EVENTS: ENDPOINT_EVENTS.join(','),
    EMULATOR_STATE_FILE: context.emulatorStateFile,
    HOST: '127.0.0.1',
    STRIPE_WEBHOOK_URL: `${local(context.ports.payments)}/webhooks/stripe`,
  };
}

export function serviceSettings(service: ServiceName, context: LocalContext): Record<string, string> {
  const { environment, ports, servers } = context;
  return {
    ...defaultsOf(service, context),
    ...inheritedSettings(environment),
    HOST: '127.0.0.1',
    HEALTH_PORT: String(ports.health(service)),
    POSTGRES_URL: context.postgresUrl(service),
    NATS_URL: servers.natsUrl(service),
    ...addressesOf(service, context),
  };
}

function addressesOf(service: ServiceName, { ports, servers }: LocalContext): Record<string, string> {
  if (service === 'payments') return { WEBHOOK_PORT: String(ports.payments) };
  if (service !== 'gateway') return {};
  return { PORT: String(ports.gateway), ADMIN_PORT: String(ports.admin), REDIS_URL: servers.redisUrl };
}

function defaultsOf(service: ServiceName, context: LocalContext): Record<string, string> {
  return { ...secretSettings(service, context.secrets), ...neighbourSettings(service, context) };
}

function neighbourSettings(service: ServiceName, context: LocalContext): Record<string, string> {
  const { ports, widgetDirectory, consoleDirectory } = context;
  if (service === 'gateway') {
    const files = { WIDGET_DIRECTORY: widgetDirectory, CONSOLE_DIRECTORY: consoleDirectory };
    return { PUBLIC_URL: local(ports.gateway), ...files };
  }
  if (service === 'channels') return { CHANNELS_ALLOW_LOCALHOST: 'true' };
  if (service === 'notifications') {
    return {
      SMTP_URL: `smtp://127.0.0.1:${ports.mailSmtp}`,
      MAIL_FROM: 'Lodging <stay@lodging.example>',
      WEBHOOKS_ALLOW_LOCALHOST: 'true',
    };
  }
  if (service !== 'payments') return {};
  const stripe = stripeAccess(context);
  return stripe.isEmulator ? { STRIPE_API_URL: stripe.url } : {};
}

export function adminToken({ environment, secrets }: Pick<LocalContext, 'environment' | 'secrets'>): string {
  return nonEmpty(environment['ADMIN_TOKEN']) ?? secrets('gateway.admin', 'adm_');
}

/** The environment without the variables of npm and of this program, which are no settings of services. */
function inheritedSettings(environment: NodeJS.ProcessEnv): Record<string, string> {
  const excluded = new Set(['POSTGRES_ADMIN_URL', 'LODGING_HOME', 'NODE_OPTIONS']);
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined || value === '' || excluded.has(name) || name.startsWith('npm_')
        ? []
        : [[name, value]],
    ),
  );
}

function nonEmpty(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : value;
}
