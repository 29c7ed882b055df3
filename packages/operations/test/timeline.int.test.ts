import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPost, TENANT } from '../../kit/messaging/test/post.ts';
import type { Post } from '../../kit/messaging/test/post.ts';
import { traceBooking } from '../src/timeline/trace-booking.ts';

let post: Post;

beforeAll(async () => {
  post = await openPost();
});
beforeEach(() => post.next());
afterAll(() => post.close());

const INSERT = `
  INSERT INTO dead_letters (consumer, stream, subject, tenant_id, payload, error, attempts)
  VALUES ('shelf', 's', 'recorded', $1, $2, $3, 8) RETURNING id::text`;

async function insertDeadLetter(payload: Buffer, error: string): Promise<string> {
  const [row] = await post.db.acrossTenants((tx) =>
    tx.query<{ id: string }>(INSERT, [TENANT, payload, error]),
  );
  if (row === undefined) throw new Error('nothing was inserted');
  return row.id;
}

describe('dead letters', () => {
  it('are listed in the timeline of their booking with what failed and where, without what the error quotes', async () => {
    const bookingId = '0199aa00-0000-7000-8000-000000000001';
    const recorded = new Map<string, string>();
    for (const [error, failure] of [
      ['Error: Ada Lovelace: no such guest', 'Error'],
      ['PostgresError: data exception 22P02', 'PostgresError: data exception 22P02'],
      [
        'ZodError: does not fit: data.guest.name: too_big',
        'ZodError: does not fit: data.guest.name: too_big',
      ],
      ['data does not fit reservation_created: [{"message":"Ada"}]', 'data does not fit reservation_created'],
      ['Ada Lovelace is not welcome', 'failed'],
    ] as const) {
      const payload = Buffer.from(JSON.stringify({ error, reservation: { id: bookingId } }));
      const id = await insertDeadLetter(payload, error);
      recorded.set(id, `${id} ${failure}`);
    }
    const { entries } = await traceBooking({ db: post.db }, { bookingId, tenantId: TENANT });
    expect(entries.map(({ detail }) => detail)).toEqual([...recorded.values()]);
    const other = { bookingId: bookingId.replace(/1$/, '2'), tenantId: TENANT };
    expect((await traceBooking({ db: post.db }, other)).entries).toEqual([]);
  });
});
