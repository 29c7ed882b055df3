// A consumer that processes the events of an aggregate in the order in which they were committed.
import { eventually } from '@lodging/kit-testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRelay } from '../src/index.ts';
import { listDeadLetters } from '../src/inbox/dead-letters.ts';
import type { EventToPublish } from '../src/index.ts';
import { openPost } from './post.ts';
import type { ParcelHandler, Post } from './post.ts';

let post: Post;

beforeAll(async () => {
  post = await openPost();
});
beforeEach(() => post.next());
afterAll(() => post.close());

async function publish(...events: EventToPublish[]): Promise<void> {
  await post.append(...events);
  await createRelay(post.relaying()).publishWaiting();
}

const envelopeOf = (event: EventToPublish, predecessors: readonly EventToPublish[]): string => {
  const named = predecessors.map(({ id, type }) => ({ id, type }));
  return JSON.stringify({ ...event, predecessors: named, occurredAt: event.occurredAt.toString() });
};
const arrive = (event: EventToPublish, ...predecessors: EventToPublish[]) =>
  post.inject(envelopeOf(event, predecessors));

const three = (): [EventToPublish, EventToPublish, EventToPublish] => {
  const [one, two, last] = [1, 2, 3].map((aggregateVersion) =>
    post.event({ aggregateId: 'one', aggregateVersion }),
  );
  if (one === undefined || two === undefined || last === undefined) throw new Error('three were made');
  return [one, two, last];
};
const ids = (...events: EventToPublish[]) => events.map(({ id }) => id);

const deferred = async () =>
  (await post.db.acrossTenants((tx) => tx.query('SELECT event_id FROM deferred_events'))).length;
const shelvedOnce = (count: number) =>
  eventually(`${count} have their effect`, async () => {
    const shelved = await post.shelved();
    return shelved.length >= count && shelved;
  });

const inOrder = (handle: ParcelHandler = post.shelveInOrder, maxWaitMs?: number) =>
  post.consume(handle, {
    ordered: true,
    marksInTransaction: true,
    ...(maxWaitMs === undefined ? {} : { maxWaitMs }),
  });

describe('an ordered consumer', () => {
  it('gets from the relay the earlier events of the aggregate, those that were published before among them', async () => {
    const [one, two, last] = three();
    await publish(one);
    await publish(two, post.event({ aggregateId: 'another' }));
    await publish(last);
    const seen = new Map<string, readonly string[] | undefined>();
    await post.consume(async ({ id }, _mark, order) => void seen.set(id, order?.predecessors));
    await eventually('all four arrive', () => seen.size === 4);
    expect([seen.get(one.id), seen.get(two.id), seen.get(last.id)]).toEqual([[], ids(one), ids(one, two)]);
  });

  it('takes events that name no earlier ones as they come', async () => {
    const [one, two] = three();
    await publish();
    for (const event of [two, one]) {
      await post.inject(JSON.stringify({ ...event, occurredAt: event.occurredAt.toString() }));
    }
    await inOrder();
    expect(await shelvedOnce(2)).toEqual(ids(two, one));
  });

  it('processes a later event after the earlier ones, however often both arrive, and holds up no other', async () => {
    const [one, two, last] = three();
    const other = post.event();
    await inOrder();
    await publish();
    for (let time = 0; time < 2; time += 1) {
      await arrive(last, one, two);
      await arrive(two, one);
    }
    await arrive(other);
    expect(await shelvedOnce(1)).toEqual(ids(other));
    await eventually('nothing is left at the broker', async () => (await post.unanswered()) === 0);
    expect(await deferred()).toBe(2);
    await arrive(one);
    expect(await shelvedOnce(4)).toEqual(ids(other, one, two, last));
    await eventually('none is deferred', async () => (await deferred()) === 0);
    await arrive(two, one);
    await eventually('the repeat is answered', async () => (await post.unanswered()) === 0);
    expect(await post.shelved()).toHaveLength(4);
  });

  it('leaves an event out whose later ones waited for long enough, and logs this once', async () => {
    const [one, two, last] = three();
    await publish();
    await inOrder(post.shelveInOrder, 300);
    await arrive(last, one, two);
    await arrive(two, one);
    expect(await shelvedOnce(2)).toEqual(ids(two, last));
    const errors = post.log.lines.filter(({ msg }) => String(msg).includes('which is skipped'));
    expect(errors).toMatchObject([{ eventId: two.id }]);
    await arrive(one);
    await eventually('it is answered', async () => (await post.unanswered()) === 0);
    expect(await post.shelved()).toEqual(ids(two, last));
  });

  it('goes on after an event that cannot be read, which is a dead letter', async () => {
    const [one, two] = three();
    await publish();
    await inOrder(post.shelveInOrder, 300);
    await post.inject(envelopeOf({ ...one, data: 'no parcel' }, []));
    await arrive(two, one);
    expect(await shelvedOnce(1)).toEqual(ids(two));
    expect(await listDeadLetters(post.db)).toMatchObject([{ eventId: one.id }]);
  });

  it('gives up a deferred event that fails again and again, as any other: it is a dead letter', async () => {
    const [one, two] = three();
    await publish();
    let failures = 0;
    await inOrder(async (event, mark, order) => {
      if (event.id === two.id && (order?.waitedMs ?? 0) > 0) {
        failures += 1;
        throw new Error('it cannot be shelved');
      }
      return post.shelveInOrder(event, mark, order);
    });
    await arrive(two, one);
    await eventually('it is deferred', async () => (await deferred()) === 1);
    await arrive(one);
    const [letter] = await eventually('a dead letter', async () => {
      const letters = await listDeadLetters(post.db);
      return letters.length > 0 && letters;
    });
    expect(letter).toMatchObject({ eventId: two.id, attempts: 8 });
    expect(failures).toBe(8);
    await eventually('it is deferred no more', async () => (await deferred()) === 0);
  }, 30_000);
});
