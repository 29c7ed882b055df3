// An imported block over a stay opens one conflict, however often the news of it comes.
import { randomUUID } from 'node:crypto';
import { openDatabase } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { freshSchema, testLogger } from '@lodging/kit-testing';
import type { FreshSchema } from '@lodging/kit-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { channelsMigrations } from './migrations.ts';
import { createConflictStore } from './outbound/conflict-store.ts';
import { openConflict } from './use-cases/open-conflict.ts';

let schema: FreshSchema;
let db: Database;

beforeAll(async () => {
  schema = await freshSchema({ schema: 'channels', sources: channelsMigrations });
  db = openDatabase({ url: schema.url, schema: 'channels', log: testLogger() });
});
afterAll(async () => {
  await db.close();
  await schema.drop();
});

const found = () => ({
  connectionId: randomUUID(),
  listingId: randomUUID(),
  reservationId: randomUUID(),
  resourceId: randomUUID(),
  inboundEvent: 'uid-1@channel',
  startsAt: '2027-05-03T00:00:00Z',
  endsAt: '2027-05-05T00:00:00Z',
});
const count = async (tenantId: string) => {
  const statement = {
    name: 'count',
    text: 'SELECT id FROM conflicts WHERE tenant_id = $1',
    values: [tenantId],
  };
  return (await db.readInTenant(tenantId, statement)).length;
};

describe('open-conflict', () => {
  const open = (tenantId: string, conflict: ReturnType<typeof found>, eventId: string) =>
    openConflict({ conflicts: createConflictStore(db), newId: randomUUID })(tenantId, conflict, {
      consumer: 'channels',
      eventId,
    });

  it('opens one conflict for one block and one stay, told twice and under two event ids', async () => {
    const tenantId = randomUUID();
    const conflict = found();
    const eventId = randomUUID();
    await Promise.all([open(tenantId, conflict, eventId), open(tenantId, conflict, eventId)]);
    await open(tenantId, conflict, randomUUID());
    expect(await count(tenantId)).toBe(1);
  });

  it('shows one tenant’s conflicts to that tenant alone', async () => {
    const tenantId = randomUUID();
    await open(tenantId, found(), randomUUID());
    const statement = {
      name: 'all',
      text: 'SELECT id FROM conflicts WHERE tenant_id = $1',
      values: [tenantId],
    };
    expect(await db.readInTenant(randomUUID(), statement)).toEqual([]);
  });
});
