import { eventually } from '@lodging/kit-testing';
import type { InboxMark } from '@lodging/kit-runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRelay, writeMarked } from '../src/index.ts';
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

const marks = () => post.db.acrossTenants((tx) => tx.query('SELECT event_id FROM inbox'));
const shelve = (eventId: unknown) => ({
  name: 'shelve',
  text: `INSERT INTO effects (event_id) SELECT $1::uuid
         WHERE NOT EXISTS (SELECT FROM effects AS shelved WHERE shelved.event_id = $1::uuid)`,
  values: [eventId],
});

describe('a change that marks its event', () => {
  it('has its effect once, however often the event comes', async () => {
    await post.consume((event, mark) => writeMarked(post.db, event.tenantId, shelve(event.id), mark));
    const event = post.event();
    await send(event);
    await eventually('it is shelved', async () => (await post.shelved()).length === 1);
    await post.inject(JSON.stringify({ ...event, occurredAt: event.occurredAt.toString() }));
    const last = post.event();
    await send(last);
    await eventually('all are answered', async () => (await post.unanswered()) === 0);
    expect((await post.shelved()).toSorted()).toEqual([event.id, last.id].toSorted());
    expect(await marks()).toHaveLength(2);
  });

  it('that fails leaves no mark, so that the event is delivered again', async () => {
    let ran = 0;
    await post.consume((event, mark) => {
      ran += 1;
      const statement = ran === 1 ? { ...shelve('no uuid'), name: 'shelve_wrongly' } : shelve(event.id);
      return writeMarked(post.db, event.tenantId, statement, mark);
    });
    await send(post.event());
    await eventually('it is shelved', async () => (await post.shelved()).length === 1);
    expect(ran).toBe(2);
  });

  it('takes further changes along, in one commit', async () => {
    const [event, other] = [post.event(), post.event()];
    const alongside = { ...shelve(other.id), name: 'shelve_other' };
    const mark = { consumer: 'shelf', eventId: event.id };
    await writeMarked(post.db, TENANT, shelve(event.id), mark, [['other', alongside]]);
    expect((await post.shelved()).toSorted()).toEqual([event.id, other.id].toSorted());
    expect(await marks()).toHaveLength(1);
    const failing = { ...alongside, name: 'fail', values: ['no uuid'] };
    const next = { consumer: 'shelf', eventId: post.event().id };
    await expect(
      writeMarked(post.db, TENANT, shelve(next.eventId), next, [['failing', failing]]),
    ).rejects.toThrow();
    expect(await marks()).toHaveLength(1);
  });

  it('is not looked for where the handler of its type always marks', async () => {
    let ran = 0;
    const handle = (event: { id: string; tenantId: string }, mark: InboxMark) => {
      ran += 1;
      return writeMarked(post.db, event.tenantId, shelve(event.id), mark);
    };
    const marking = await post.consume(handle, { marksInTransaction: [post.event().type] });
    const event = post.event();
    await send(event);
    await post.inject(JSON.stringify({ ...event, occurredAt: event.occurredAt.toString() }));
    await eventually('all are answered', async () => (await post.unanswered()) === 0);
    expect([ran, await post.shelved()]).toEqual([2, [event.id]]);
    await marking.stop();
    await post.consume(handle, { marksInTransaction: ['another.type'] });
    await post.inject(JSON.stringify({ ...event, occurredAt: event.occurredAt.toString() }));
    await eventually('all are answered', async () => (await post.unanswered()) === 0);
    expect(ran).toBe(2);
  });

  it('may run twice at once', async () => {
    const event = post.event();
    const mark = () => ({ consumer: 'shelf', eventId: event.id });
    await Promise.all([1, 2, 3].map(() => writeMarked(post.db, TENANT, shelve(event.id), mark())));
    expect(await marks()).toHaveLength(1);
  });
});
