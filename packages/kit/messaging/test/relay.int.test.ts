import { eventually } from '@lodging/kit-testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '@lodging/kit-postgres';
import { appendToOutbox, writeWithEvents, createRelay, repairStream } from '../src/index.ts';
import { purgeOutbox } from '../src/outbox/purge.ts';
import { startOutboxRelay } from '../src/outbox/relay.ts';
import { claimEvents, releaseEvents, markPublished } from '../src/outbox/relay-store.ts';
import { openPost, TENANT } from './post.ts';
import type { Post } from './post.ts';

const FIRST_RELAY = '01936f2e-0000-7000-8000-0000000000a1';
const SECOND_RELAY = '01936f2e-0000-7000-8000-0000000000a2';

let post: Post;

beforeAll(async () => {
  post = await openPost();
});
beforeEach(() => post.next());
afterAll(() => post.close());

async function waiting(): Promise<number> {
  const rows = await post.db.acrossTenants((tx) =>
    tx.query('SELECT id FROM outbox WHERE published_at IS NULL'),
  );
  return rows.length;
}

const endLeases = () => post.db.acrossTenants((tx) => tx.query('UPDATE outbox SET locked_until = now()'));

/** A process that ends right after the broker has acknowledged, before that is written down. */
function dyingBeforeTheMark(db: Database): Database {
  let transactions = 0;
  return {
    ...db,
    writeAcrossTenants(statements) {
      transactions += 1;
      return transactions === 1
        ? db.writeAcrossTenants(statements)
        : Promise.reject(new Error('the process died here'));
    },
  };
}

describe('a change that is one statement', () => {
  const touch = { name: 'touch', text: 'SELECT 1 WHERE $1::boolean', values: [true] };

  it('is published when the write touched a row, and not when it touched none', async () => {
    const [sent, unsent] = [post.event(), post.event()];
    expect(await writeWithEvents(post.db, TENANT, { ...touch, values: [false] }, [unsent])).toBe(false);
    expect(await waiting()).toBe(0);
    expect(await writeWithEvents(post.db, TENANT, touch, [sent, post.event()])).toBe(true);
    expect(await waiting()).toBe(2);
  });
});

const stillWaiting = async (): Promise<number> => {
  const text = 'SELECT count(*)::int AS amount FROM outbox WHERE published_at IS NULL';
  const [row] = await post.db.acrossTenants((tx) => tx.query<{ amount: number }>(text));
  return row?.amount ?? 0;
};

describe('the outbox relay', () => {
  it('publishes what was committed, without waiting for a timer, and nothing of what was rolled back', async () => {
    const relay = await startOutboxRelay(post.relaying());
    await post.consume();
    const sent = post.event();
    const undone = post.db.inTenant(TENANT, async (tx) => {
      await appendToOutbox(tx, post.event());
      throw new Error('rolled back');
    });
    await expect(undone).rejects.toThrow('rolled back');
    await post.append(sent);
    await eventually('the event has its effect', async () => (await post.shelved()).length > 0);
    await relay.stop();
    expect(await post.shelved()).toEqual([sent.id]);
    expect(await post.streamInfo()).toMatchObject({ messages: 1 });
  });

  it('has sent all that was committed when it stops, though it rested or was stopped before', async () => {
    const stopping = new AbortController();
    const relay = await startOutboxRelay({ ...post.relaying(), signal: stopping.signal });
    await post.append(post.event());
    await eventually('the relay is at rest', async () => (await stillWaiting()) === 0);
    await post.append(post.event(), post.event());
    stopping.abort();
    await post.append(post.event());
    await relay.stop();
    expect(await stillWaiting()).toBe(0);
    expect(await post.streamInfo()).toMatchObject({ messages: 4 });
  });

  it('stops behind the batch under way, however much waits', async () => {
    for (let batch = 0; batch < 20; batch += 1)
      await post.append(...Array.from({ length: 100 }, () => post.event()));
    const relay = createRelay(post.relaying());
    await relay.publishWaiting(() => false);
    expect(await stillWaiting()).toBe(1_900);
  });

  it('sends again after a death between sending and writing that down, with one effect', async () => {
    const sent = post.event();
    await post.append(sent);
    const dying = createRelay({ ...post.relaying(), db: dyingBeforeTheMark(post.db) });
    await expect(dying.publishWaiting()).rejects.toThrow('died');
    expect(await waiting()).toBe(1);
    await post.consume();
    await eventually('the first sending has its effect', async () => (await post.shelved()).length === 1);

    const successor = createRelay(post.relaying());
    await successor.publishWaiting();
    expect(await waiting(), 'the dead one holds its lease').toBe(1);
    await endLeases();
    await successor.publishWaiting();
    expect(await waiting()).toBe(0);

    const last = post.event();
    await post.append(last);
    await successor.publishWaiting();
    await eventually('a later event has its effect', async () => (await post.shelved()).includes(last.id));
    expect(await post.shelved()).toEqual([sent.id, last.id]);
  });

  it('keeps events while there is no stream, and sends them once it is provisioned', async () => {
    await post.wipeStream();
    const relay = createRelay(post.relaying());
    await post.append(post.event());
    await relay.publishWaiting();
    await relay.publishWaiting();
    expect(await waiting()).toBe(1);
    expect(await repairStream(post.relaying())).toBe(0);
    expect(
      post.log.lines.filter(({ msg }) => String(msg).startsWith('the stream does not exist')),
    ).toHaveLength(1);
    await post.provision();
    await relay.publishWaiting();
    expect(await waiting()).toBe(0);
  });

  it('knows why events wait until they are sent', async () => {
    const relay = createRelay(post.relaying());
    await post.append(post.event());
    await relay.publishWaiting();
    expect(relay.failure()).toBeNull();
    await post.wipeStream();
    await post.append(post.event());
    await relay.publishWaiting();
    expect(relay.failure()).toBe('no stream takes them');
    await post.provision();
    await endLeases();
    await relay.publishWaiting();
    expect(relay.failure()).toBeNull();
  });

  it('sends what it had published again, in well under a minute, to a stream that was lost while nothing happens', async () => {
    const event = post.event();
    await post.append(event);
    const relay = await startOutboxRelay(post.relaying());
    await eventually('it is published', async () => (await post.streamInfo()).messages === 1);
    await post.wipeStream();
    await post.provision();
    await eventually('it is published again', async () => (await post.streamInfo()).messages === 1, {
      withinMs: 55_000,
    });
    await relay.stop();
  }, 70_000);

  it('knows a stream that was made again between two events from the one before, and loses nothing of it', async () => {
    const relay = createRelay(post.relaying());
    const before = [post.event(), post.event()];
    await post.append(...before);
    await relay.publishWaiting();
    await post.wipeStream();
    await post.provision();
    const after = post.event();
    await post.append(after);
    await relay.publishWaiting();
    await endLeases();
    await relay.publishWaiting();
    expect(await waiting()).toBe(0);
    expect(await repairStream(post.relaying()), 'only those of the stream before are lost').toBe(2);
    await relay.publishWaiting();
    expect(await repairStream(post.relaying())).toBe(0);
    await post.consume();
    await eventually('all are shelved', async () => (await post.shelved()).length === 3);
    expect(await post.streamInfo()).toMatchObject({ messages: 3 });
  });

  it('knows it after the next look where its numbers have caught up with those of the one before', async () => {
    const relay = createRelay(post.relaying());
    await post.append(post.event());
    await relay.publishWaiting();
    await post.wipeStream();
    await post.provision();
    const replica = createRelay(post.relaying());
    for (const through of [replica, replica, relay]) {
      await post.append(post.event());
      await through.publishWaiting();
    }
    relay.recheck();
    expect(await repairStream(post.relaying()), 'the lost one, and the one marked wrongly').toBe(2);
    await relay.publishWaiting();
    await post.append(post.event());
    await relay.publishWaiting();
    expect(await waiting()).toBe(0);
    expect(await repairStream(post.relaying())).toBe(0);
    expect(await post.streamInfo()).toMatchObject({ messages: 5 });
  });

  it('sends each event once from two replicas, those of one aggregate in their order', async () => {
    const replicas = [createRelay(post.relaying()), createRelay(post.relaying())];
    const received = new Map<string, number[]>();
    await post.consume(async (event, seen) => {
      received.set(event.aggregateId, [...(received.get(event.aggregateId) ?? []), event.aggregateVersion]);
      await post.shelve(event, seen);
    });
    const appended: string[] = [];
    for (let version = 1; version <= 30; version += 1) {
      const events = Array.from({ length: 10 }, (_, index) =>
        post.event({ aggregateId: `parcel-${index}`, aggregateVersion: version }),
      );
      appended.push(...events.map(({ id }) => id));
      await post.append(...events);
      if (version % 3 === 0) await Promise.all(replicas.map((relay) => relay.publishWaiting()));
    }
    await Promise.all(replicas.map((relay) => relay.publishWaiting()));
    await eventually('all are shelved', async () => (await post.shelved()).length >= appended.length);
    expect((await post.shelved()).toSorted()).toEqual(appended.toSorted());
    expect(await post.streamInfo()).toMatchObject({ messages: appended.length });
    const inOrder = Array.from({ length: 30 }, (_, index) => index + 1);
    expect(received.size).toBe(10);
    for (const versions of received.values()) expect(versions).toEqual(inOrder);
  });

  it('does not let a later event of an aggregate overtake one that another relay is sending', async () => {
    const [first, second] = [1, 2].map((aggregateVersion) =>
      post.event({ aggregateId: 'one', aggregateVersion }),
    );
    if (first === undefined || second === undefined) throw new Error('two events were made');
    await post.append(first);
    const dying = createRelay({ ...post.relaying(), db: dyingBeforeTheMark(post.db) });
    await expect(dying.publishWaiting()).rejects.toThrow('died');
    await post.append(second);
    const successor = createRelay(post.relaying());
    await successor.publishWaiting();
    expect(await waiting()).toBe(2);
    await endLeases();
    await successor.publishWaiting();
    expect(await waiting()).toBe(0);
  });

  it('does not send again what a relay whose lease had ended marks as sent meanwhile', async () => {
    await post.append(post.event());
    await claimEvents(post.db, FIRST_RELAY, 10);
    await endLeases();
    const claiming = await post.db.acrossTenants(async (tx) => {
      await tx.query(
        `UPDATE outbox SET published_at = now(), stream_incarnation = 'one', stream_sequence = 1, locked_until = NULL`,
      );
      const second = claimEvents(post.db, SECOND_RELAY, 10);
      const waits = `SELECT FROM pg_locks AS waiting JOIN pg_locks AS mine USING (transactionid)
                      WHERE mine.pid = pg_backend_pid() AND NOT waiting.granted`;
      await eventually('the other relay waits for the row', async () => (await tx.query(waits)).length > 0);
      return { second };
    });
    expect(await claiming.second).toEqual([]);
  });

  it('ignores the results of a relay whose lease has been taken over', async () => {
    await post.append(post.event());
    const [before] = await claimEvents(post.db, FIRST_RELAY, 10);
    await endLeases();
    const [after] = await claimEvents(post.db, SECOND_RELAY, 10);
    if (before === undefined || after === undefined) throw new Error('both relays got the event');
    await markPublished(post.db, FIRST_RELAY, 'a stream', [{ event: before, sequence: 1 }]);
    await releaseEvents(post.db, FIRST_RELAY, [before]);
    await markPublished(post.db, SECOND_RELAY, 'a stream', [{ event: before, sequence: 1 }]);
    expect(await waiting()).toBe(1);
    await markPublished(post.db, SECOND_RELAY, 'a stream', [{ event: after, sequence: 1 }]);
    expect(await waiting()).toBe(0);
  });

  it('keeps an event that the broker does not take, and sends the others', async () => {
    const most = post.relaying().bus.connection.info?.max_payload ?? 0;
    const huge = post.event({ data: { weight: 1, label: 'x'.repeat(most + 1) } });
    const small = post.event();
    await post.append(huge, small);
    await createRelay(post.relaying()).publishWaiting();
    expect(await post.streamInfo()).toMatchObject({ messages: 1 });
    expect(await waiting()).toBe(1);
  });
});

describe('the repair of a stream', () => {
  async function publishThree(): Promise<string[]> {
    const events = [post.event(), post.event(), post.event()];
    await post.append(...events);
    await createRelay(post.relaying()).publishWaiting();
    await post.consume();
    await eventually('three are shelved', async () => (await post.shelved()).length === 3);
    return events.map(({ id }) => id);
  }

  it.each([
    { what: 'was deleted', damage: () => post.wipeStream() },
    { what: 'was emptied', damage: () => post.purgeStream() },
  ])('fills a stream that $what, with no second effect', async ({ damage }) => {
    const ids = await publishThree();
    await damage();
    await post.provision();
    expect(await repairStream(post.relaying())).toBe(3);
    const late = post.event();
    await post.append(late);
    const relay = createRelay(post.relaying());
    await relay.publishWaiting();
    await eventually('a new event arrives behind them', async () => (await post.shelved()).includes(late.id));
    expect((await post.shelved()).toSorted()).toEqual([...ids, late.id].toSorted());
  });

  it('delivers to a consumer that had not read before the stream was lost', async () => {
    const lost = post.event();
    await post.append(lost);
    const relay = createRelay(post.relaying());
    await relay.publishWaiting();
    await post.wipeStream();
    await post.provision();
    await repairStream(post.relaying());
    await relay.publishWaiting();
    await post.consume();
    await eventually('the lost event is shelved', async () => (await post.shelved()).includes(lost.id));
  });

  it('sends again what lay beyond the end to which the broker fell back', async () => {
    await publishThree();
    await post.db.acrossTenants((tx) => tx.query('UPDATE outbox SET stream_sequence = stream_sequence + 2'));
    expect(await repairStream(post.relaying())).toBe(2);
  });

  it('sends again an event whose number the broker gave a second time', async () => {
    await publishThree();
    await post.db.acrossTenants((tx) =>
      tx.query('UPDATE outbox SET stream_sequence = 4 WHERE stream_sequence = 3'),
    );
    await post.append(post.event());
    const relay = createRelay(post.relaying());
    await relay.publishWaiting();
    expect(await post.streamInfo()).toMatchObject({ lastSequence: 4 });
    expect(await waiting()).toBe(1);
    await relay.publishWaiting();
    expect(await waiting()).toBe(0);
  });

  it('leaves a whole stream alone', async () => {
    await publishThree();
    expect(await repairStream(post.relaying())).toBe(0);
  });
});

it('forgets events a week after they were sent, to this stream or to one before it, and none that waits', async () => {
  const [old, older, young, unsent] = [post.event(), post.event(), post.event(), post.event()];
  await post.append(old, older, young);
  await createRelay(post.relaying()).publishWaiting();
  await post.append(unsent);
  const age = (id: string, set: string) =>
    post.db.acrossTenants((tx) => tx.query(`UPDATE outbox SET ${set} WHERE id = $1`, [id]));
  await age(old.id, `published_at = now() - interval '8 days'`);
  await age(
    older.id,
    `published_at = now() - interval '9 days', stream_incarnation = '2020-01-01T00:00:00Z'`,
  );
  await age(young.id, `published_at = now() - interval '6 days'`);
  await purgeOutbox(post.db);
  const kept = await post.db.acrossTenants((tx) =>
    tx.query<{ id: string }>('SELECT id FROM outbox ORDER BY position'),
  );
  expect(kept.map(({ id }) => id)).toEqual([young.id, unsent.id]);
});
