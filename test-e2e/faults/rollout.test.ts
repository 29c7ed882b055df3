import { afterAll, beforeAll, expect, it } from 'vitest';
import { bookedOffline } from '../harness/bookings.ts';
import type { BookingRequest } from '../harness/bookings.ts';
import { requestBackToBack } from '../harness/back-to-back.ts';
import type { PlannedRequest } from '../harness/back-to-back.ts';
import type { Answer, Client } from '../harness/client.ts';
import { eventually } from '../harness/eventually.ts';
import { bookStays } from '../harness/guests.ts';
import type { Hotel } from '../harness/guests.ts';
import { startLoadBalancer } from '../harness/load-balancer.ts';
import type { LoadBalancer } from '../harness/load-balancer.ts';
import { startLodging } from '../harness/lodging.ts';
import type { Lodging, Process } from '../harness/lodging.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import type { OwnResource, OwnTenant } from '../harness/own-tenant.ts';
import { previousRelease } from '../harness/previous-release.ts';

/** Requests that must have been answered in each part of a replacement. */
const ENOUGH = { steady: 60, backToBack: 200 };
const CLIENTS = 16;
const GUESTS = 2;
const SERVICES = ['inventory', 'reservations', 'payments', 'channels', 'notifications', 'gateway'];
const WINDOW = { from: '2027-05-03T15:00:00Z', to: '2027-05-05T10:00:00Z' };
const GUEST = { partySize: 2, guestEmail: 'ada@example.com' };

let lodging: Lodging;
let tenant: OwnTenant;
/** One to read and one to book, because a quote for held nights is refused. */
let shown: Required<OwnResource>;
let sold: Required<OwnResource>;

/** Without a release before this one, the history of the repository or a registry, this release takes its place. */
const previous = await previousRelease();
const HOW = `all six services are ${previous === undefined ? 'replaced twice' : 'rolled back to the previous release and forward again'}`;

beforeAll(async () => {
  lodging = await startLodging();
  tenant = await makeTenant(lodging.demo);
  [shown, sold] = [await makeLodging(tenant.secret), await makeLodging(tenant.secret)];
});
afterAll(() => lodging.stop());

interface Load {
  /** All answered requests so far. */
  answered(): number;
  stop(): Promise<{ failures: string[] }>;
}

/** Clients that read, quote and book, each one request after the other, until stopped. */
function steadyLoad(secret: Client): Load {
  const state = { answered: 0, stopped: false };
  const failures: string[] = [];
  const request = async (what: string, request: () => Promise<Answer<unknown>>) => {
    try {
      const { status, body } = await request();
      if (status !== 200 && status !== 201) failures.push(`${what}: ${status} ${JSON.stringify(body)}`);
    } catch (error) {
      failures.push(`${what}: ${String(error)}`);
    }
    state.answered += 1;
  };
  const guests = [
    () => {
      const query = new URLSearchParams({
        resource_id: shown.id,
        from: WINDOW.from,
        to: WINDOW.to,
        party_size: '1',
      });
      return request('availability', () => secret.get(`/v1/availability?${query}`));
    },
    () => {
      const requestedStay = { resourceId: shown.id, ratePlanId: shown.ratePlanId, ...WINDOW, partySize: 1 };
      return request('quote', () => secret.post('/v1/quotes', requestedStay));
    },
    () => request('list', () => secret.get('/v1/bookings?limit=5')),
    async () => {
      const booked: { id?: string } = {};
      const requestedStay = { resourceId: sold.id, ratePlanId: sold.ratePlanId, ...WINDOW, ...GUEST };
      await request('booking', async () => {
        const answer = await secret.create<{ booking?: { id: string } }>('/v1/bookings', {
          ...requestedStay,
          paidOffline: true,
        });
        if (answer.body.booking !== undefined) booked.id = answer.body.booking.id;
        return answer;
      });
      const { id } = booked;
      if (id !== undefined) await request('cancellation', () => secret.send('DELETE', `/v1/bookings/${id}`));
    },
  ];
  const rounds = guests.map(async (guest) => {
    while (!state.stopped) await guest();
  });
  return {
    answered: () => state.answered,
    async stop() {
      state.stopped = true;
      await Promise.all(rounds);
      return { failures };
    },
  };
}

async function more(load: Pick<Load, 'answered'>, enough: number, when: string): Promise<void> {
  const from = load.answered();
  await eventually(`${enough} requests are answered ${when}`, async () => load.answered() >= from + enough);
}

async function isReady({ healthUrl }: Process): Promise<boolean> {
  return fetch(`${healthUrl}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

function isGone({ pid }: Process): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}

it.each(['inventory', 'reservations'])(
  '%s is replaced under load without a failed request',
  async (service) => {
    const load = steadyLoad(tenant.secret);
    try {
      await more(load, ENOUGH.steady, 'by the old process alone');
      const { predecessor, successor } = await lodging.startSuccessor(service);
      await more(load, ENOUGH.steady, 'by both');
      expect(await Promise.all([predecessor, successor].map(isReady)), 'both take work').toEqual([
        true,
        true,
      ]);
      process.kill(predecessor.pid, 'SIGTERM');
      await eventually('the old process has drained and ended', async () => isGone(predecessor));
      await more(load, ENOUGH.steady, 'by the new process alone');
      expect((await lodging.reread()).services[service]?.pid).toBe(successor.pid);
    } finally {
      const { failures } = await load.stop();
      expect({ failed: failures.length, such: failures.slice(0, 3) }).toEqual({ failed: 0, such: [] });
    }
    const requestedStay: BookingRequest = {
      resourceId: sold.id,
      ratePlanId: sold.ratePlanId,
      ...WINDOW,
      ...GUEST,
    };
    const booking = await bookedOffline(tenant.secret, requestedStay);
    expect((await tenant.secret.send('DELETE', `/v1/bookings/${booking.id}`)).status).toBe(200);
  },
);

/** What stands before the services that have a public port. */
type Edges = Readonly<Record<'gateway' | 'payments', LoadBalancer>>;

async function openEdges(): Promise<Edges> {
  const { gateway, payments } = lodging.demo.services;
  return {
    gateway: await startLoadBalancer(gateway?.publicUrl ?? ''),
    payments: await startLoadBalancer(payments?.publicUrl ?? ''),
  };
}

/** A key that no limit stops. */
async function fastKey(): Promise<string> {
  const fast = { kind: 'secret', mode: 'live', requestsPerMinute: 10_000_000 };
  const { body } = await tenant.admin.post<{ key: string }>(`/admin/v1/tenants/${tenant.id}/api-keys`, fast);
  return body.key;
}

/** Requests to all services, one after the other. */
function planned({ gateway, payments }: Edges, key: string): (turn: number) => PlannedRequest {
  const headers = { authorization: `Bearer ${key}` };
  const paths = [
    `/v1/availability?resource_id=${shown.id}&from=${WINDOW.from}&to=${WINDOW.to}&party_size=1`,
    '/v1/bookings?limit=5',
    '/v1/channel-connections',
    '/v1/webhook-endpoints',
  ];
  return (turn) => {
    const path = paths[turn % (paths.length + 1)];
    return path === undefined
      ? // Refused, because it has no signature; answered all the same.
        { url: `${payments.url}/webhooks/stripe`, method: 'POST', expected: 400 }
      : { url: `${gateway.url}${path}`, headers, expected: 200 };
  };
}

async function replace(service: string, from: string | undefined, edges: Edges): Promise<void> {
  const { predecessor, successor } = await lodging.startSuccessor(service, from);
  // What preStop is for: new connections go elsewhere before the old process gets its signal to stop.
  const [, edge] = Object.entries(edges).find(([name]) => name === service) ?? [];
  if (successor.publicUrl !== undefined) edge?.send(successor.publicUrl);
  process.kill(predecessor.pid, 'SIGTERM');
  await eventually(`the old ${service} has ended`, async () => isGone(predecessor));
}

it(`${HOW}, under stays and back-to-back requests on kept connections: none fails, and none is reset`, async () => {
  const [edges, key, room] = [await openEdges(), await fastKey(), await makeLodging(tenant.secret)];
  const load = requestBackToBack(CLIENTS, planned(edges, key));
  const hotel: Hotel = { url: edges.gateway.url, key, accountId: tenant.accountId, room };
  const guests = bookStays(GUESTS, lodging.demo, hotel);
  try {
    await more(load, ENOUGH.backToBack, 'before the first is replaced');
    for (const from of [previous, undefined])
      for (const service of SERVICES) {
        await replace(service, from, edges);
        await more(load, ENOUGH.backToBack, `after ${service} was replaced`);
      }
    const before = guests.confirmed();
    await eventually('stays are confirmed to the end', async () => guests.confirmed() >= before + GUESTS);
  } finally {
    const failures = [...(await load.stop()), ...(await guests.stop())];
    for (const edge of Object.values(edges)) edge.stop();
    expect({ failed: failures.length, such: [...new Set(failures)] }).toEqual({ failed: 0, such: [] });
  }
}, 300_000);
