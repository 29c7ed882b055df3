import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Answer, Client } from '../harness/client.ts';
import { eventually } from '../harness/eventually.ts';
import { anotherProcess, startLodging, type Lodging } from '../harness/lodging.ts';
import { makeLodging, makeTenant } from '../harness/own-tenant.ts';

let lodging: Lodging;
let secret: Client;
let room: { id: string; ratePlanId: string };

beforeAll(async () => {
  lodging = await startLodging();
  ({ secret } = await makeTenant(lodging.demo));
  room = await makeLodging(secret);
});
afterAll(() => lodging.stop());

interface Booking {
  id: string;
  state: string;
  version: number;
  metadata: Record<string, string>;
}
interface Entry {
  action: string;
  version: number;
}

/** The process is started again by itself. */
async function killReservations(afterMs: number): Promise<void> {
  const pid = (await lodging.reread()).services['reservations']?.pid ?? 0;
  await pause(afterMs);
  process.kill(pid, 'SIGKILL');
  await anotherProcess(lodging, 'reservations', pid);
}

/** Repeats what had no answer, or 503: it may have been done. */
const persist = <T>(request: () => Promise<Answer<T>>): Promise<Answer<T>> =>
  eventually(
    'an answer',
    async () => {
      const answer = await request().catch(() => undefined);
      const isLocked = (answer?.body as { code?: string } | undefined)?.code === 'resource_locked';
      return answer === undefined || answer.status === 503 || isLocked ? undefined : answer;
    },
    { withinMs: 30_000 },
  );

/** A stay of its own week, of which one step has the kill beside it. */
interface Stay {
  readonly killedStep: number;
  readonly steps: readonly (() => Promise<void>)[];
  readonly id: () => string;
}

/** The stay is made, changed and moved to its end. */
function stayIn(week: number, killedStep: number): Stay {
  const start = Temporal.PlainDate.from('2027-05-03').add({ weeks: week });
  const idempotencyKey = randomUUID();
  const requestedStay = {
    resourceId: room.id,
    ratePlanId: room.ratePlanId,
    from: `${start}T15:00:00Z`,
    to: `${start.add({ days: 2 })}T10:00:00Z`,
    partySize: 1,
    guestEmail: 'guest@example.test',
    paidOffline: true,
  };
  let id = '';
  const patch = (body: object) => async () => {
    const answer = await persist(() => secret.send('PATCH', `/v1/bookings/${id}`, { body }));
    // 409: the one before, which had no answer, was done.
    expect([200, 409], JSON.stringify(answer.body)).toContain(answer.status);
  };
  const make = async () => {
    const made = await persist(() =>
      secret.post<{ booking: Booking }>('/v1/bookings', requestedStay, { idempotencyKey }),
    );
    expect([200, 201], JSON.stringify(made.body)).toContain(made.status);
    ({ id } = made.body.booking);
  };
  const steps = [
    make,
    patch({ metadata: { step: '1' }, notes: 'one' }),
    patch({ state: 'checked_in', metadata: { step: '2' } }),
    patch({ state: 'checked_out' }),
  ];
  return { killedStep, steps, id: () => id };
}

async function inTurn(steps: Stay['steps']): Promise<void> {
  for (const step of steps) await step();
}

async function expectWholeHistory(stay: Stay, killed: string): Promise<void> {
  const booking = (await secret.get<Booking>(`/v1/bookings/${stay.id()}`)).body;
  expect(booking).toMatchObject({ state: 'checked_out', metadata: { step: '2' } });
  const { entries } = (await secret.get<{ entries: Entry[] }>(`/v1/bookings/${stay.id()}/history`)).body;
  const versions = Array.from({ length: booking.version }, (_, index) => index + 1);
  expect(
    entries.map(({ version }) => version),
    `killed ${killed}: ${JSON.stringify(entries)}`,
  ).toEqual(versions);
  expect(entries.map(({ action }) => action)).toEqual([
    'created',
    'confirmed',
    'updated',
    'checked_in',
    'updated',
    'checked_out',
  ]);
}

it('each version of a stay has its entry in the history, whenever reservations is killed', async () => {
  for (const [round, afterMs] of [0, 4, 12].entries()) {
    // A stay for each step: one kill is beside all of them.
    const stays = [0, 1, 2, 3].map((step) => stayIn(round * 4 + step + 1, step));
    await Promise.all(stays.map(({ steps, killedStep }) => inTurn(steps.slice(0, killedStep))));
    await Promise.all([
      ...stays.map(({ steps, killedStep }) => inTurn(steps.slice(killedStep, killedStep + 1))),
      killReservations(afterMs),
    ]);
    await Promise.all(stays.map(({ steps, killedStep }) => inTurn(steps.slice(killedStep + 1))));
    for (const stay of stays)
      await expectWholeHistory(stay, `${afterMs} ms after step ${stay.killedStep} began`);
  }
}, 240_000);
