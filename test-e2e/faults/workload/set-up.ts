import { Client } from '../../harness/client.ts';
import type { Demo } from '../../harness/demo.ts';
import type { ResourceFacts } from '../history/entries.ts';
import type { FeedBooth } from './feed-booth.ts';
import { RECEIVERS } from './receivers.ts';
import type { Receivers } from './receivers.ts';
import type { Tenant } from './world.ts';

const LETTERS = ['a', 'b', 'c'];
/** Of the total, by the cancellation policy of every resource but the single ones. */
const KEEPS_BPS = 5_000;
/** Units of each resource: a single one, where a double sale shows at once, and two of more. */
const UNITS = [1, 2, 3];
const EVENT_TYPES = [
  'reservation.created',
  'reservation.confirmed',
  'reservation.cancelled',
  'reservation.expired',
  'reservation.checked_in',
  'reservation.checked_out',
  'reservation.no_show',
  'reservation.updated',
  'reservation.changed',
  'payment.succeeded',
  'payment.failed',
  'payment.due',
  'refund.created',
  'refund.failed',
];
const REQUESTS_PER_MINUTE = 1_000_000;

interface SetUp {
  readonly demo: Demo;
  readonly receivers: Receivers;
  readonly feeds: FeedBooth;
  readonly seed: number;
}

/** Tenants of this seed alone, each with a marker in all that it writes. */
export async function setUpTenants({ demo, receivers, feeds, seed }: SetUp): Promise<Tenant[]> {
  // Two runs of one seed on one stack need two names.
  const run = `${seed}${Temporal.Now.instant().epochMilliseconds.toString(36).slice(-5)}`;
  const tenants: Tenant[] = [];
  for (const letter of LETTERS) {
    const marker = `mark-${letter}-${run}-x`;
    tenants.push(await setUpTenant({ demo, receivers, feeds, seed }, marker));
  }
  return tenants;
}

async function setUpTenant({ demo, receivers, feeds }: SetUp, marker: string): Promise<Tenant> {
  const admin = new Client(demo.adminUrl, demo.adminToken);
  const made = await expected<{ id: string }>(admin, 'POST', '/admin/v1/tenants', {
    name: marker,
    slug: marker,
  });
  const keys = `/admin/v1/tenants/${made.id}/api-keys`;
  const common = { mode: 'live', requestsPerMinute: REQUESTS_PER_MINUTE };
  const secret = await expected<{ key: string }>(admin, 'POST', keys, { ...common, kind: 'secret' });
  const publishable = await expected<{ key: string }>(admin, 'POST', keys, {
    ...common,
    kind: 'publishable',
    allowedOrigins: ['https://widget.example'],
  });
  const accountId = `acct_${made.id.replaceAll('-', '').slice(0, 16)}`;
  await expected(admin, 'PUT', `/admin/v1/tenants/${made.id}/payment-account`, {
    mode: 'live',
    provider: 'stripe',
    accountId,
    redirectOrigins: ['https://shop.example'],
  });
  const api = new Client(demo.gatewayUrl, secret.key);
  const roomType = await expected<{ id: string }>(api, 'POST', '/v1/room-types', {
    code: `rt-${marker}`,
    name: marker,
    maxOccupancy: 2,
    maxAdults: 2,
    maxChildren: 1,
  });
  const half = { kind: 'percent', bps: KEEPS_BPS, of: 'total' };
  await expected(api, 'PUT', `/v1/cancellation-policies/${policyCode(marker)}`, {
    name: marker,
    steps: [],
    afterwards: half,
    noShow: half,
  });
  const resources: ResourceFacts[] = [];
  for (const units of UNITS)
    resources.push(await setUpResource(api, feeds, { marker, units, roomTypeId: roomType.id }));
  const endpoints = [];
  for (const name of RECEIVERS) {
    const endpoint = await expected<{ id: string; secret: string }>(api, 'POST', '/v1/webhook-endpoints', {
      url: receivers.urlOf(made.id, name),
      eventTypes: EVENT_TYPES,
    });
    receivers.expect(made.id, name, endpoint.secret);
    endpoints.push({ id: endpoint.id, name });
  }
  const known: Tenant['known'] = { bookings: [], blocks: [], feeds: [] };
  for (const { id } of resources) {
    const feed = await expected<{ token: string }>(api, 'POST', `/v1/resources/${id}/feed-tokens`, {});
    known.feeds.push({ resourceId: id, token: feed.token });
  }
  return {
    id: made.id,
    name: marker,
    accountId,
    marker,
    resources,
    endpoints,
    secretKey: secret.key,
    publishableKey: publishable.key,
    known,
  };
}

const policyCode = (marker: string) => `half-${marker}`;

async function setUpResource(
  api: Client,
  feeds: FeedBooth,
  { marker, units, roomTypeId }: { marker: string; units: number; roomTypeId: string },
): Promise<ResourceFacts> {
  const resource = await expected<{ id: string }>(api, 'POST', '/v1/resources', {
    kind: 'hotel_room',
    name: `${marker} ${units}`,
    slug: `${marker}-${units}`,
    capacity: 2,
    currency: 'EUR',
    timezone: 'UTC',
    units,
    roomTypeId,
  });
  const code = `flex-${marker}`;
  const policy = units === 1 ? {} : { cancellationPolicyCode: policyCode(marker) };
  const rates = await expected<{ ratePlans: { id: string }[] }>(
    api,
    'PUT',
    `/v1/resources/${resource.id}/rates`,
    {
      ratePlans: [{ code, name: marker, currency: 'EUR', ...policy }],
    },
  );
  await expected(api, 'PUT', `/v1/resources/${resource.id}/pricing`, {
    pricing: [{ ratePlanCode: code, baseAmountMinorUnits: '10000' }],
  });
  const path = `/${marker}/${resource.id}.ics`;
  feeds.set(path, []);
  const connection = await expected<{ id: string }>(api, 'POST', '/v1/channel-connections', {
    channel: 'ical',
    feedUrl: feeds.urlOf(path),
  });
  await expected(api, 'POST', `/v1/channel-connections/${connection.id}/listings`, {
    resourceId: resource.id,
  });
  const made = {
    id: resource.id,
    ratePlanId: rates.ratePlans[0]?.id ?? '',
    units,
    connectionId: connection.id,
  };
  return units === 1 ? made : { ...made, keepsBps: KEEPS_BPS };
}

async function expected<T = unknown>(
  client: Client,
  method: string,
  path: string,
  body: unknown,
): Promise<T> {
  // The previous seed of the run may have left the product a moment from whole.
  for (let left = 20; ; left -= 1) {
    const answer = await client.send<T>(method, path, { body }).catch(() => undefined);
    if (answer !== undefined && answer.status < 300) return answer.body;
    if (left === 0) throw new Error(`${method} ${path}: ${JSON.stringify(answer?.body)}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
