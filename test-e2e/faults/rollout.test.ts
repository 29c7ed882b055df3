import { afterAll, beforeAll, expect, it } from 'vitest';
import { bookedOffline } from '../harness/bookings.ts';
import type { BookingRequest } from '../harness/bookings.ts';
import type { Answer, Client } from '../harness/client.ts';
import { eventually } from '../harness/eventually.ts';
import { startLodging } from '../harness/lodging.ts';
import type { Lodging, Process } from '../harness/lodging.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import type { OwnResource, OwnTenant } from '../harness/own-tenant.ts';

/** Requests that must have been answered in each part of a replacement. */
const ENOUGH = 60;
const WINDOW = { from: '2027-05-03T15:00:00Z', to: '2027-05-05T10:00:00Z' };
const GUEST = { partySize: 2, guestEmail: 'ada@example.com' };

let lodging: Lodging;
let tenant: OwnTenant;
/** One to read and one to book, because a quote for held nights is refused. */
let shown: Required<OwnResource>;
let sold: Required<OwnResource>;

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

async function enoughMore(load: Load, when: string): Promise<void> {
  const from = load.answered();
  await eventually(`${ENOUGH} requests are answered ${when}`, async () => load.answered() >= from + ENOUGH);
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
      await enoughMore(load, 'by the old process alone');
      const { predecessor, successor } = await lodging.startSuccessor(service);
      await enoughMore(load, 'by both');
      expect(await Promise.all([predecessor, successor].map(isReady)), 'both take work').toEqual([
        true,
        true,
      ]);
      process.kill(predecessor.pid, 'SIGTERM');
      await eventually('the old process has drained and ended', async () => isGone(predecessor));
      await enoughMore(load, 'by the new process alone');
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
