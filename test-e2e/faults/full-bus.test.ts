import { afterAll, beforeAll, expect, it } from 'vitest';
import { bookedOffline, weeklyStays, type BookingRequest } from '../harness/bookings.ts';
import { lodging } from '../harness/command-line.ts';
import { eventually } from '../harness/eventually.ts';
import { makeLodging, makeTenant, type OwnTenant } from '../harness/own-tenant.ts';
import { startStack, type Stack } from './stack/start-stack.ts';

let stack: Stack;
let tenant: OwnTenant;
let next: () => BookingRequest;

beforeAll(async () => {
  stack = await startStack();
  tenant = await makeTenant(stack.demo);
  next = weeklyStays(await makeLodging(tenant.secret));
});
afterAll(() => stack?.stop());

const BOOKINGS = 20;
/** Doctor waits for a minute before it calls a backlog a failure. */
const WITHIN_TWO_MINUTES = { withinMs: 120_000, everyMs: 1_000 };

/** The types of the events of a booking, in their order. */
async function eventsOf(reservationId: string): Promise<string[]> {
  const { body } = await tenant.secret.get(`/v1/events?reservationId=${reservationId}`);
  return (body as { events: { type: string }[] }).events.map(({ type }) => type);
}

it('a full disk of NATS keeps no booking from being made; doctor fails, and with space each event arrives once', async ({
  skip,
}) => {
  const { volume } = stack.servers.nats;
  if (volume === undefined) return skip('the bus has no volume of its own here (needs root on Linux)');
  volume.fill();
  const made: string[] = [];
  try {
    for (let count = 0; count < BOOKINGS; count += 1)
      made.push((await bookedOffline(tenant.secret, next())).id);
    const out = await eventually(
      'doctor fails at the outbox',
      async () => {
        const answer = await lodging(stack.home, ['doctor']);
        const isFound = /^FAIL +outbox +reservations: \d+ events in the outbox/m.test(answer.out);
        return answer.code === 1 && isFound ? answer.out : undefined;
      },
      WITHIN_TWO_MINUTES,
    );
    expect(out).toContain('Check that NATS runs and its disk is not full.');
    expect(out.match(/^FAIL/gm), out).toHaveLength(1);
    expect((await lodging(stack.home, ['outbox'])).out).toMatch(/^reservations +[1-9]/m);
    made.push((await bookedOffline(tenant.secret, next())).id);
  } finally {
    volume.free();
  }
  for (const id of made)
    await eventually(`${id} has its events`, async () => (await eventsOf(id)).length > 1, WITHIN_TWO_MINUTES);
  for (const id of made) expect(await eventsOf(id)).toEqual(['reservation.created', 'reservation.confirmed']);
  const well = async () => (await lodging(stack.home, ['doctor'])).code === 0;
  await eventually('all is well again', well, WITHIN_TWO_MINUTES);
}, 400_000);
