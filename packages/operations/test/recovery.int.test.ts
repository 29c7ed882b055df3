import { createRelay } from '@lodging/kit-messaging';
import type { EventToPublish } from '@lodging/kit-messaging';
import { eventually } from '@lodging/kit-testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { dropLostEvents } from '../src/recovery/drop-lost.ts';
import { findLostEvents } from '../src/recovery/lost-events.ts';
import { resendSome } from '../src/recovery/resend.ts';
import { openPost, TENANT } from '../../kit/messaging/test/post.ts';
import type { Post } from '../../kit/messaging/test/post.ts';

let post: Post;

beforeAll(async () => {
  post = await openPost();
});
beforeEach(() => post.next());
afterAll(() => post.close());

const LONG_AGO = Temporal.Instant.from('2020-01-01T00:00:00Z');

async function publish(count: number): Promise<EventToPublish[]> {
  const events = Array.from({ length: count }, () => post.event());
  await post.append(...events);
  await createRelay(post.relaying()).publishWaiting();
  return events;
}

const idsOf = (events: readonly { readonly id: string }[]): string[] => events.map(({ id }) => id);
const query = (text: string, values: unknown[] = []) =>
  post.db.acrossTenants((tx) => tx.query<{ id: string }>(text, values));
const loseFromOutbox = (events: readonly EventToPublish[]) =>
  query('DELETE FROM outbox WHERE id = ANY ($1::uuid[])', [idsOf(events)]);
const resendSince = async (since: Temporal.Instant) =>
  (await resendSome(post.db, { since, after: null })).resent;
const forget = () => query('DELETE FROM inbox');

async function lostSince(since: Temporal.Instant) {
  const { db, bus, stream: publishes } = post.relaying();
  const found: { id: string }[] = [];
  let [read, calls, after] = [0, 0, null as number | null];
  do {
    const page = await findLostEvents({ db, bus, publishes }, { since, after });
    found.push(...page.events);
    after = page.next;
    read += page.read;
    calls += 1;
  } while (after !== null);
  return { lost: idsOf(found), read, calls };
}

it('finds exactly the events that the stream has and a database that was set back lacks, page by page', async () => {
  const before = await publish(40);
  const middle = Temporal.Now.instant();
  const lost = await publish(290);
  const after = await publish(40);
  await loseFromOutbox(lost);
  expect(await lostSince(LONG_AGO)).toMatchObject({ lost: idsOf(lost), read: 370, calls: 2 });
  expect(await lostSince(middle)).toMatchObject({ lost: idsOf(lost), read: 330 });
  await loseFromOutbox([...before, ...after]);
  const all = await lostSince(LONG_AGO);
  expect(all.lost.toSorted()).toEqual(idsOf([...before, ...lost, ...after]).toSorted());
});

it('gives a consumer that was set back its effects again, at once, and another one nothing twice', async () => {
  const known = await publish(3);
  await post.consume();
  await eventually('all have their effect', async () => (await post.shelved()).length === 3);
  // The consumer is set back behind two of them, the publisher behind the last one.
  const [, forgotten, lost] = known;
  if (forgotten === undefined || lost === undefined) throw new Error('there are three');
  for (const { id } of [forgotten, lost]) {
    await query('DELETE FROM inbox WHERE event_id = $1', [id]);
    await query('DELETE FROM effects WHERE event_id = $1', [id]);
  }
  await loseFromOutbox([lost]);
  expect(await resendSince(LONG_AGO)).toBe(2);
  await createRelay(post.relaying()).publishWaiting();
  await eventually('the forgotten one has its effect', async () => (await post.shelved()).length === 2);
  await eventually('nothing is left to handle', async () => (await post.unanswered()) === 0);
  expect(await post.shelved()).toEqual(idsOf([known[0] ?? lost, forgotten]));

  await forget();
  await query('DELETE FROM effects');
  await resendSince(LONG_AGO);
  await createRelay(post.relaying()).publishWaiting();
  await eventually('the second resending arrives too', async () => (await post.shelved()).length === 2);
});

it('lets an event that its publisher has lost have no effect, though it is still on its way', async () => {
  const [lost] = await publish(1);
  if (lost === undefined) throw new Error('there is one');
  await loseFromOutbox([lost]);
  const reported: string[] = [];
  const drop = () =>
    dropLostEvents(
      {
        db: post.db,
        consumer: 'shelf',
        onDropped: async (_tx, _tenantId, events) => void reported.push(...idsOf(events)),
      },
      [{ id: lost.id, tenantId: TENANT, aggregateId: lost.aggregateId }],
    );
  expect(await drop()).toBe(1);
  expect(await drop(), 'it is dropped once').toBe(0);
  expect(reported).toEqual([lost.id]);
  await post.consume();
  await eventually('it was handled', async () => (await post.unanswered()) === 0);
  expect(await post.shelved()).toEqual([]);
});

it('sends a large loss once more in bounded steps, each event once, and none that was published meanwhile', async () => {
  const events = await publish(5);
  const steps: number[] = [];
  let after: string | null = null;
  do {
    const step = await resendSome(post.db, { since: LONG_AGO, after }, { batch: 2, ms: 0 });
    steps.push(step.resent);
    after = step.next;
    await createRelay(post.relaying()).publishWaiting();
    await publish(2);
  } while (after !== null);
  expect(steps).toEqual([2, 2, 1]);
  const again = await query('SELECT id::text FROM outbox WHERE resent = 1 ORDER BY position');
  expect(idsOf(again)).toEqual(idsOf(events));
});
