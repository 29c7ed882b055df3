import { setImmediate } from 'node:timers/promises';
import { eventually } from '@lodging/kit-testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRelay, OutsideOutage } from '../src/index.ts';
import { dismissDeadLetter, listDeadLetters, replayDeadLetter } from '../src/inbox/dead-letters.ts';
import type { EventToPublish } from '../src/index.ts';
import { openPost, TENANT } from './post.ts';
import type { Post } from './post.ts';

let post: Post;

beforeAll(async () => {
  post = await openPost();
});
beforeEach(() => post.next());
afterAll(() => post.close());

async function send(event: EventToPublish): Promise<void> {
  await post.append(event);
  await createRelay(post.relaying()).publishWaiting();
}

const envelopeOf = (event: EventToPublish): string =>
  JSON.stringify({ ...event, occurredAt: event.occurredAt.toString() });

const letters = () => listDeadLetters(post.db);
const firstLetter = () => eventually('a dead letter', async () => (await letters())[0]);

/** What the broker sends meanwhile waits in the socket. */
const blockFor = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

describe('a consumer', () => {
  it('acts once on an event that is delivered twice', async () => {
    const event = post.event();
    await send(event);
    await post.inject(envelopeOf(event));
    const last = post.event();
    await send(last);
    expect(await post.streamInfo()).toMatchObject({ messages: 3 });
    await post.consume();
    await eventually('all three are answered', async () => (await post.unanswered()) === 0);
    expect((await post.shelved()).toSorted()).toEqual([event.id, last.id]);
  });

  it('lets one of twenty concurrent deliveries have the effect', async () => {
    const event = post.event();
    const received = { ...event, occurredAt: event.occurredAt.toString() };
    const mark = { consumer: 'shelf', eventId: event.id };
    await Promise.all(Array.from({ length: 20 }, () => post.shelve(received, { ...mark })));
    expect(await post.shelved()).toEqual([event.id]);
  });

  it('remembers an event for a handler that keeps no mark itself', async () => {
    const event = post.event();
    let ran = 0;
    await post.consume(async () => void (ran += 1));
    await send(event);
    await eventually('it ran', () => ran === 1);
    await post.inject(envelopeOf(event));
    const marks = () => post.db.acrossTenants((tx) => tx.query('SELECT event_id FROM inbox'));
    await eventually('it is remembered', async () => (await marks()).length === 1);
    await send(post.event());
    await eventually('a later event ran', () => ran >= 2);
    expect(ran).toBe(2);
  });

  it('may start before the stream exists', async () => {
    await post.wipeStream();
    await post.consume();
    await post.provision();
    const event = post.event();
    await send(event);
    await eventually('it is shelved', async () => (await post.shelved()).includes(event.id));
  });

  it('leaves alone what it has no handler for', async () => {
    await post.consume();
    const other = post.event();
    await send({ ...other, type: other.type.replace('sent', 'lost') });
    const known = post.event();
    await send(known);
    await eventually('the known event is shelved', async () => (await post.shelved()).includes(known.id));
    expect(await letters()).toEqual([]);
  });

  it('tries again what failed in passing', async () => {
    let ran = 0;
    await post.consume(async (event, mark) => {
      ran += 1;
      if (ran < 4) throw new Error('not yet');
      await post.shelve(event, mark);
    });
    await send(post.event());
    await eventually('it is shelved', async () => (await post.shelved()).length === 1);
    expect(ran).toBe(4);
    expect(await letters()).toEqual([]);
  });

  it('delivers an event until a server outside is back, however often that takes, without a dead letter', async () => {
    let ran = 0;
    let isAway = true;
    const found: number[] = [];
    await post.consume(async (event, mark) => {
      ran += 1;
      if (ran > 8) found.push((await letters()).length);
      if (isAway) throw new OutsideOutage('the postman does not answer');
      await post.shelve(event, mark);
    });
    const event = post.event();
    await send(event);
    await eventually('more deliveries than another failure has', () => ran > 20);
    isAway = false;
    await eventually('it is shelved', async () => (await post.shelved()).includes(event.id));
    expect(new Set(found)).toEqual(new Set([0]));
    expect(await listDeadLetters(post.db, { includeReplayed: true })).toEqual([]);
  });

  it('makes a dead letter of what fails by itself after an outage', async () => {
    let ran = 0;
    await post.consume(async () => {
      ran += 1;
      throw ran < 12 ? new OutsideOutage('the postman does not answer') : new Error('the shelf is broken');
    });
    await send(post.event());
    await eventually('the dead letter with the error', async () =>
      (await letters()).some(({ error }) => error.includes('the shelf is broken')),
    );
    expect(ran).toBe(13);
  });
});

describe('a tenant with very many events', () => {
  const OTHER = '01936f2e-0000-7000-8000-000000000002';
  const inject = async (count: number, fields: Partial<EventToPublish> = {}): Promise<void> => {
    for (let nth = 0; nth < count; nth += 1) await post.inject(envelopeOf(post.event(fields)));
  };

  it.each([
    { what: 'of many aggregates', fields: {} },
    { what: 'of one aggregate', fields: { aggregateId: 'the same' } },
  ])('$what that take long does not hold up the event of another tenant behind them', async ({ fields }) => {
    const ended = Promise.withResolvers<void>();
    const handled: string[] = [];
    await post.consume(async ({ tenantId }) => {
      if (tenantId === TENANT) await ended.promise;
      handled.push(tenantId);
    });
    await inject(60, fields);
    await inject(1, { tenantId: OTHER });
    await eventually('that of the other tenant is handled', () => handled.includes(OTHER));
    expect(handled).toEqual([OTHER]);
    ended.resolve();
    await eventually('all are handled', () => handled.length === 61);
  });

  it('leaves what it has not begun to another process when the service stops', async () => {
    const ended = Promise.withResolvers<void>();
    const handled = { first: 0, second: 0 };
    let begun = 0;
    const first = await post.consume(async () => {
      begun += 1;
      await ended.promise;
      handled.first += 1;
    });
    await inject(40);
    await eventually('it has as many as it may', () => begun === 12);
    const stopped = first.stop();
    await post.consume(async () => void (handled.second += 1));
    ended.resolve();
    await stopped;
    await eventually('the rest is handled', () => handled.second === 28);
    expect(handled.first).toBe(12);
  });

  it('keeps no event from another process that the broker sent while the service was stopping', async () => {
    const consumer = await post.consume(async () => undefined);
    await send(post.event());
    await eventually('it reads', async () => (await post.unanswered()) === 0);
    const sent = Promise.all(Array.from({ length: 60 }, () => post.inject(envelopeOf(post.event()))));
    await setImmediate();
    blockFor(20);
    await Promise.all([consumer.stop(), sent]);
    await post.consume(async () => undefined);
    await eventually('another process has them', async () => (await post.unanswered()) === 0);
  });
});

describe('dead letters', () => {
  it('keep an event whose handler failed after its mark was committed: its next delivery would do nothing', async () => {
    let ran = 0;
    await post.consume(async (event, mark) => {
      ran += 1;
      await post.shelve(event, mark);
      throw new Error('the postman was not called');
    });
    const event = post.event();
    await send(event);
    expect((await firstLetter()).error).toContain('the postman was not called');
    await eventually('the event is answered', async () => (await post.unanswered()) === 0);
    expect([ran, await post.shelved()]).toEqual([1, [event.id]]);
  });

  it('keep an event whose handler failed eight times, and bring it back at the request of an operator', async () => {
    let ran = 0;
    let healed = false;
    await post.consume(async (event, mark) => {
      ran += 1;
      if (!healed) throw new Error('the shelf is broken');
      await post.shelve(event, mark);
    });
    const event = post.event();
    await send(event);
    const letter = await eventually('a dead letter with the last error', async () =>
      (await letters()).find(({ error }) => error.includes('the shelf is broken')),
    );
    expect(letter).toMatchObject({ consumer: 'shelf', eventId: event.id, subject: event.type, attempts: 8 });
    expect(ran).toBe(8);

    expect(await replayDeadLetter(post.db, post.bus, letter.id)).toBe('requested');
    await eventually('the replay failed too, and the letter waits again', async () => {
      const [kept] = await letters();
      return kept?.attempts === 9 && kept.replayRequestedAt === null;
    });
    healed = true;
    await replayDeadLetter(post.db, post.bus, letter.id);
    await eventually('it is shelved', async () => (await post.shelved()).includes(event.id));
    await eventually('the letter is closed', async () => (await letters()).length === 0);
    expect(await replayDeadLetter(post.db, post.bus, letter.id)).toBe('already-replayed');
    expect(await listDeadLetters(post.db, { includeReplayed: true })).toHaveLength(1);
    expect(await post.shelved()).toEqual([event.id]);
  });

  it.each([
    { what: 'is not JSON', payload: () => 'what is this \u0000?' },
    { what: 'is not an event', payload: () => '{"hello":"world"}' },
    {
      what: 'has data of another shape',
      payload: () => envelopeOf(post.event({ data: { weight: 'heavy' } })),
    },
  ])('keep at once a message that $what', async ({ payload }) => {
    await post.consume();
    const readable = post.event();
    await send(readable);
    await post.inject(payload());
    const letter = await firstLetter();
    expect(letter).toMatchObject({ consumer: 'shelf', attempts: 1, replayedAt: null });
    await eventually('the readable one is shelved', async () => (await post.shelved()).includes(readable.id));
  });

  it('are written before the last try, so that a handler that ends the process is found', async () => {
    let ran = 0;
    let foundInside = 0;
    await post.consume(async (event, mark) => {
      ran += 1;
      if (ran < 8) throw new Error('not yet');
      foundInside = (await letters()).length;
      await post.shelve(event, mark);
    });
    await send(post.event());
    await eventually('it is shelved in the last try', async () => (await post.shelved()).length === 1);
    await eventually('and the letter is taken back', async () => (await letters()).length === 0);
    expect(foundInside).toBe(1);
  });

  it('end when an operator dismisses them, once, and are kept with the reason', async () => {
    await post.consume();
    await post.inject('what is this?');
    const { id } = await firstLetter();
    expect(await dismissDeadLetter(post.db, id, 'a test of ours')).toBe('dismissed');
    expect(await letters()).toEqual([]);
    expect(await dismissDeadLetter(post.db, id, 'again')).toBe('already-ended');
    expect(await replayDeadLetter(post.db, post.bus, id)).toBe('already-replayed');
    const [kept] = await listDeadLetters(post.db, { includeReplayed: true });
    expect(kept).toMatchObject({ id, dismissedReason: 'a test of ours' });
  });

  it('are unknown by any other id', async () => {
    const id = '01936f2e-0000-7000-8000-00000000dead';
    expect(await replayDeadLetter(post.db, post.bus, id)).toBe('not-found');
    expect(await dismissDeadLetter(post.db, id, 'why')).toBe('not-found');
  });
});
