import type { RequestContext } from '@lodging/kit-runtime';
import { randomUUID } from 'node:crypto';
import * as channels from '@lodging/contract-channels';
import * as inventory from '@lodging/contract-inventory';
import * as notifications from '@lodging/contract-notifications';
import * as payments from '@lodging/contract-payments';
import * as reservations from '@lodging/contract-reservations';
import { connectBus, on, serve } from '@lodging/kit-messaging';
import type { Clock } from '@lodging/kernel';
import type { Bus, Operation, Outcome } from '@lodging/kit-messaging';
import { newId, readSettings, systemClock } from '@lodging/kit-runtime';
import { freshSchema, testLogger, useServers } from '@lodging/kit-testing';
import type { TestLogger } from '@lodging/kit-testing';
import { buildGateway } from '../src/app.ts';
import { gatewaySettings } from '../src/settings.ts';
import { gatewayMigrations } from '../src/migrations.ts';
import { Client } from './client.ts';

export const ADMIN_TOKEN = 'adm_of_the_tests';

type Answering = Outcome<unknown> | ((request: never) => Outcome<unknown> | Promise<Outcome<unknown>>);

export interface Asked {
  readonly request: unknown;
  readonly ctx: RequestContext;
}

export interface Neighbour {
  /** What was asked of each operation, by its name. */
  readonly asked: Map<string, Asked[]>;
  answer(name: string, answering: Answering): void;
  stop(): Promise<void>;
}

export interface RunningGateway {
  readonly url: string;
  readonly adminUrl: string;
  readonly admin: Client;
  readonly log: TestLogger;
  readonly postgresUrl: string;
  stop(): Promise<void>;
}

const operations: Operation<unknown, unknown>[] = [
  inventory.findAvailability,
  inventory.createRoomType,
  inventory.listRoomTypes,
  inventory.createResource,
  inventory.updateResource,
  inventory.readResource,
  inventory.listResources,
  inventory.putRates,
  inventory.readRates,
  inventory.putPricing,
  inventory.readPricing,
  inventory.putFxRates,
  inventory.putRestrictions,
  inventory.readRestrictions,
  inventory.setBulkRates,
  inventory.readCalendar,
  reservations.createQuote,
  reservations.placeHold,
  reservations.sendGuestCode,
  reservations.verifyGuestCode,
  reservations.createPaymentIntent,
  reservations.confirmHold,
  reservations.readBooking,
  reservations.listSigningKeys,
  reservations.createBooking,
  reservations.listBookings,
  reservations.moveBooking,
  reservations.refundBooking,
  reservations.createCheckoutSession,
  reservations.summarizePeriod,
  channels.createFeedToken,
  channels.listFeedTokens,
  channels.deleteFeedToken,
  channels.rotateFeedToken,
  channels.renderFeed,
  channels.createConnection,
  channels.listConnections,
  channels.readConnection,
  channels.changeConnection,
  channels.deleteConnection,
  channels.syncConnection,
  channels.createListing,
  channels.listListings,
  channels.deleteListing,
  channels.listConflicts,
  channels.resolveConflict,
  notifications.createWebhookEndpoint,
  notifications.listWebhookEndpoints,
  notifications.readWebhookEndpoint,
  notifications.deleteWebhookEndpoint,
  notifications.rotateWebhookSecret,
  notifications.pingWebhookEndpoint,
  notifications.listWebhookDeliveries,
  notifications.redeliverWebhook,
  notifications.listEvents,
  notifications.surveyWebhookEndpoints,
  payments.setPaymentAccount,
  payments.readPaymentAccount,
  payments.removePaymentAccount,
  ...[inventory, reservations, payments, channels, notifications].flatMap(({ ops }) => Object.values(ops)),
].map((operation) => operation as Operation<unknown, unknown>);

/** Every service answers the same requests of upkeep, so those have the service's name before theirs. */
function nameOf({ subject }: Operation<unknown, unknown>): string {
  const [, context = '', , name = ''] = subject.split('.');
  const isShared = name in upkeepNames;
  return isShared ? `${context}.${name}` : name;
}

const upkeepNames = Object.fromEntries(
  Object.values(inventory.ops).map((operation) => [operation.name, true]),
);

/** Serves the operations of the neighbours over real NATS; all but `without`. */
export async function startNeighbours({ without = [] }: { without?: string[] } = {}): Promise<Neighbour> {
  const log = testLogger();
  const bus = await connectBus({ url: useServers().natsUrl, name: `neighbours`, log });
  const asked = new Map<string, Asked[]>();
  const answers = new Map<string, Answering>();
  const routes = operations.flatMap((operation) => {
    const name = nameOf(operation);
    if (without.includes(name)) return [];
    return on(operation, async (request, ctx) => {
      asked.set(name, [...(asked.get(name) ?? []), { request, ctx }]);
      const answer = answers.get(name) ?? { ok: true, value: { answered: name } };
      return typeof answer === 'function' ? answer(request as never) : answer;
    });
  });
  const serving = await serve(bus as Bus, { group: 'neighbours', log }, routes);
  return {
    asked,
    answer: (name, outcome) => answers.set(name, outcome),
    async stop() {
      await serving.stop();
      await bus.drain();
    },
  };
}

export async function startGateway(
  environment: Record<string, string> = {},
  clock: Clock = systemClock,
): Promise<RunningGateway> {
  const servers = useServers();
  const schema = await freshSchema({ schema: 'gateway', sources: gatewayMigrations });
  const log = testLogger();
  const settings = readSettings(gatewaySettings, {
    POSTGRES_URL: schema.url,
    NATS_URL: servers.natsUrl,
    REDIS_URL: servers.redisUrl,
    PORT: '0',
    ADMIN_PORT: '0',
    ADMIN_TOKEN,
    CURSOR_SECRET: 'a secret of the cursors',
    PUBLIC_URL: 'https://api.lodging.example/',
    ...environment,
  });
  const stopping = new AbortController();
  const runtime = { name: 'gateway', log, clock, newId, signal: stopping.signal };
  const gateway = await buildGateway(settings, runtime);
  const adminUrl = `http://127.0.0.1:${gateway.adminPort}`;
  return {
    url: `http://127.0.0.1:${gateway.publicPort}`,
    adminUrl,
    admin: new Client(adminUrl, ADMIN_TOKEN),
    log,
    postgresUrl: schema.url,
    async stop() {
      stopping.abort();
      await gateway.stop();
      if (environment['POSTGRES_URL'] === undefined) await schema.drop();
    },
  };
}

export interface TestTenant {
  readonly id: string;
  readonly sandboxId: string;
  readonly secret: Client;
  readonly browser: Client;
  readonly testSecret: Client;
}

export const SHOP = 'https://shop.example';

export async function makeTenant(gateway: RunningGateway): Promise<TestTenant> {
  const slug = `t-${randomUUID()}`;
  const tenant = await gateway.admin.post('/admin/v1/tenants', { name: slug, slug });
  const { id, sandboxId } = tenant.body as { id: string; sandboxId: string };
  const key = async (body: object) => (await makeKey(gateway, id, body)).key;
  return {
    id,
    sandboxId,
    secret: new Client(gateway.url, await key({ kind: 'secret', mode: 'live' })),
    testSecret: new Client(gateway.url, await key({ kind: 'secret', mode: 'test' })),
    browser: new Client(
      gateway.url,
      await key({ kind: 'publishable', mode: 'live', allowedOrigins: [SHOP] }),
      SHOP,
    ),
  };
}

export interface MadeKey {
  readonly id: string;
  readonly key: string;
  readonly prefix: string;
}

export async function makeKey(gateway: RunningGateway, tenantId: string, body: object): Promise<MadeKey> {
  const made = await gateway.admin.post(`/admin/v1/tenants/${tenantId}/api-keys`, body);
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return made.body as unknown as MadeKey;
}

export interface TestOperator {
  readonly id: string;
  readonly email: string;
  readonly password: string;
}

export async function makeOperator(gateway: RunningGateway, tenantId: string): Promise<TestOperator> {
  const [email, password] = [`ops-${randomUUID()}@hotel.example`, `correct horse ${randomUUID()}`];
  const made = await gateway.admin.post(`/admin/v1/tenants/${tenantId}/operators`, { email, password });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return { id: String(made.body['id']), email, password };
}

/** A client that is signed in. */
export async function signIn(
  gateway: RunningGateway,
  { email, password }: Pick<TestOperator, 'email' | 'password'>,
  mode: 'live' | 'test' = 'live',
): Promise<Client> {
  const started = await new Client(gateway.url).post('/v1/operator/sessions', { email, password, mode });
  if (started.status !== 201) throw new Error(JSON.stringify(started.body));
  return new Client(gateway.url, String(started.body['token']));
}
