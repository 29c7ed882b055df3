import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Answer, Client } from '../harness/client.ts';
import { eventually } from '../harness/eventually.ts';
import { startLodging } from '../harness/lodging.ts';
import type { Lodging } from '../harness/lodging.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';
import type { OwnResource, OwnTenant } from '../harness/own-tenant.ts';
import { quote } from '../harness/stay.ts';
import type { Reservation } from '../harness/records.ts';

const ROUNDS = 6;
const ROOMS = 6;

let lodging: Lodging;
let tenants: { readonly tenant: OwnTenant; readonly rooms: readonly Required<OwnResource>[] }[];

beforeAll(async () => {
  lodging = await startLodging();
  const withRooms = async () => {
    const tenant = await makeTenant(lodging.demo);
    const rooms = await Promise.all(Array.from({ length: ROOMS }, () => makeLodging(tenant.secret)));
    return { tenant, rooms };
  };
  tenants = await Promise.all([withRooms(), withRooms()]);
});
afterAll(() => lodging.stop());

interface HoldRequest {
  readonly stay: string;
  readonly key: string;
  readonly secret: Client;
  readonly answer: Answer<Reservation & { code?: string }>;
}

/** A client repeats what failed with 503, resource_locked or a broken connection, under the same Idempotency-Key. */
function holdUntilAnswered(
  secret: Client,
  signedQuoteToken: string,
  key: string,
): Promise<HoldRequest['answer']> {
  return eventually(
    'a final answer',
    async () => {
      const options = { idempotencyKey: key };
      const answer = await secret.post<Reservation & { code?: string }>(
        '/v1/holds',
        { signedQuoteToken },
        options,
      );
      return answer.status === 503 || answer.body.code === 'resource_locked' ? undefined : answer;
    },
    { withinMs: 40_000 },
  );
}

interface Wanted {
  readonly stay: string;
  readonly secret: Client;
  readonly guests: readonly { readonly key: string; readonly token: string }[];
}

/** Two quotes for one stay, and four requests: two with one key (a double click), and three with one quote. */
async function wantedByFour(secret: Client, room: Required<OwnResource>, round: number): Promise<Wanted> {
  const start = Temporal.PlainDate.from('2027-05-03').add({ days: round * 3 });
  const dates = { from: `${start}T15:00:00Z`, to: `${start.add({ days: 2 })}T10:00:00Z` };
  const requestedStay = { resourceId: room.id, ratePlanId: room.ratePlanId, ...dates, partySize: 1 };
  const [{ signedQuoteToken: one }, { signedQuoteToken: other }] = [
    await quote(secret, requestedStay),
    await quote(secret, requestedStay),
  ];
  const twice = randomUUID();
  const guests = [
    { key: twice, token: one },
    { key: randomUUID(), token: other },
    { key: twice, token: one },
    { key: randomUUID(), token: one },
  ];
  return { stay: `${room.id} ${start}`, secret, guests };
}

async function eventsOf(secret: Client, reservationId: string): Promise<{ id: string; type: string }[]> {
  const path = `/v1/events?limit=100&reservationId=${reservationId}`;
  return (await secret.get<{ events: { id: string; type: string }[] }>(path)).body.events;
}

it('sell each stay once, to one key, with one event, though one process of each is killed', async () => {
  // Quoted before any hold: a quote for held units is refused.
  const rounds: Wanted[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const stays = tenants.flatMap(({ tenant: { secret }, rooms }) =>
      rooms.map((room) => wantedByFour(secret, room, round)),
    );
    rounds.push(await Promise.all(stays));
  }
  const inventories = await lodging.startSuccessor('inventory');
  const reservations = await lodging.startSuccessor('reservations');
  const dies = new Map([
    [2, inventories.predecessor],
    [4, reservations.predecessor],
  ]);

  const requested: HoldRequest[] = [];
  for (const [round, stays] of rounds.entries()) {
    const requests = stays.flatMap(({ stay, secret, guests }) =>
      guests.map(async ({ key, token }) => {
        requested.push({ stay, key, secret, answer: await holdUntilAnswered(secret, token, key) });
        // While the other requests run.
        const dying = dies.get(round);
        if (dies.delete(round) && dying !== undefined) process.kill(dying.pid, 'SIGKILL');
      }),
    );
    await Promise.all(requests);
  }
  expect(dies.size).toBe(0);
  const stays = Map.groupBy(requested, ({ stay }) => stay);
  expect(stays.size).toBe(2 * ROOMS * ROUNDS);
  const statuses = new Set(requested.map(({ answer }) => answer.status));
  expect(statuses).toEqual(new Set([200, 201, 409]));
  for (const [stay, guests] of stays) {
    const won = guests.filter(({ answer }) => answer.status < 300);
    expect(new Set(won.map(({ answer }) => answer.body.id)).size, stay).toBe(1);
    expect(new Set(won.map(({ key }) => key)).size, stay).toBe(1);
  }
  const holds = new Map(
    requested.flatMap(({ answer, secret }) =>
      answer.status < 300 ? [[answer.body.id, secret] as const] : [],
    ),
  );
  for (const [id, secret] of holds) {
    const listed = await eventually(
      `${id} has one event`,
      async () => {
        const events = await eventsOf(secret, id);
        return events.length > 0 && events;
      },
      { withinMs: 60_000 },
    );
    expect(
      listed.map(({ type }) => type),
      id,
    ).toEqual(['reservation.created']);
    const [other] = tenants.filter(({ tenant }) => tenant.secret !== secret);
    expect(other && (await eventsOf(other.tenant.secret, id))).toEqual([]);
  }
});
