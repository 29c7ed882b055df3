// Events of one tenant that arrive together are logged in one statement, those of one stay too.
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { EventOrder } from '../src/ports/events.ts';
import { caller, startWebhooks } from './webhooks-harness.ts';
import type { WebhooksHarness } from './webhooks-harness.ts';

let webhooks: WebhooksHarness;

beforeAll(async () => {
  webhooks = await startWebhooks();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => webhooks.close());

type Who = ReturnType<typeof caller>;
interface Event {
  readonly id: string;
  readonly reservationId: string;
  readonly order?: Partial<EventOrder>;
}

const eventOf = (reservationId: string, order?: Partial<EventOrder>): Event => ({
  id: randomUUID(),
  reservationId,
  ...(order === undefined ? {} : { order }),
});

function append(who: Who, { id, reservationId, order }: Event) {
  const type = 'evt.reservations.v1.reservation.updated';
  const event = { id, type, ...who, occurredAt: webhooks.clock.now().toString() };
  const mark = { consumer: 'notifications', eventId: id };
  const whole = order && { predecessors: [], followsAny: false, overtakes: false, ...order };
  return webhooks.append({ event, reservationId, object: {}, mark, order: whole });
}
/** They arrive in one turn of the event loop. */
const appendTogether = (who: Who, events: readonly Event[]) =>
  Promise.all(events.map((event) => append(who, event)));

async function logOf(who: Who): Promise<[id: string, sequence: number][]> {
  const { bodies } = await webhooks.listEvents(who, { limit: 100, after: null });
  return bodies.map((body) => {
    const { id, sequence } = JSON.parse(body) as { id: string; sequence: number };
    return [id, sequence];
  });
}

/** Each names the sixteen before it, as the relay writes them. */
function chainOf(reservationId: string, length: number): Event[] {
  const events: Event[] = [];
  for (let nth = 0; nth < length; nth += 1) {
    events.push(eventOf(reservationId, { predecessors: events.slice(-16).map(({ id }) => id) }));
  }
  return events;
}

it('sixty-four of one stay, each of which follows those before it, are one statement, in their order', async () => {
  const who = caller();
  const events = chainOf(randomUUID(), 64);
  const statements = vi.spyOn(webhooks.db, 'writeInTenant');
  expect(new Set(await appendTogether(who, events))).toEqual(new Set(['logged']));
  expect(statements).toHaveBeenCalledOnce();
  expect(await logOf(who)).toEqual(events.map(({ id }, nth) => [id, nth + 1]));
});

it('those behind one that waits for an earlier event wait with it; those of other stays, and without an order, do not', async () => {
  const who = caller();
  const [stay, another] = [randomUUID(), randomUUID()];
  const [missing, ...later] = chainOf(stay, 20);
  if (missing === undefined) throw new Error('twenty were made');
  const payment = eventOf(stay, { followsAny: true });
  const free = eventOf(stay);
  const other = chainOf(another, 2);
  const outcomes = await appendTogether(who, [...later, payment, free, ...other]);
  const waits = [...later.map(() => 'waits'), 'waits'];
  expect(outcomes).toEqual([...waits, 'logged', 'logged', 'logged']);
  expect(await appendTogether(who, [missing, ...later, payment])).toEqual(Array(21).fill('logged'));
  const ids = [free, ...other, missing, ...later, payment].map(({ id }) => id);
  const sequences = [1, 1, 2, ...Array.from({ length: 21 }, (_, nth) => nth + 2)];
  expect(await logOf(who)).toEqual(ids.map((id, nth) => [id, sequences[nth]]));
});

it('a payment that stands behind the creation of its stay is logged with it', async () => {
  const who = caller();
  const stay = randomUUID();
  const events = [eventOf(stay, {}), eventOf(stay, { followsAny: true })];
  expect(await appendTogether(who, events)).toEqual(['logged', 'logged']);
  expect(await logOf(who)).toEqual(events.map(({ id }, nth) => [id, nth + 1]));
});

it('one that is there already has no second place, and leaves no gap between the others', async () => {
  const who = caller();
  const events = chainOf(randomUUID(), 6);
  await appendTogether(who, events.slice(0, 3));
  await appendTogether(who, [...events, ...events]);
  expect(await logOf(who)).toEqual(events.map(({ id }, nth) => [id, nth + 1]));
});

it('one that was left out for a later one has no effect beside that one, either', async () => {
  const who = caller();
  const stay = randomUUID();
  const early = eventOf(stay, {});
  const late = eventOf(stay, { predecessors: [early.id], overtakes: true });
  expect(await appendTogether(who, [late, early])).toEqual(['logged', 'logged']);
  expect(await logOf(who)).toEqual([[late.id, 1]]);
});
