// An imported block over a stay is one conflict, however often the news of it comes, and opens again when it moves.
import { randomUUID } from 'node:crypto';
import { openDatabase } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { freshSchema, testLogger } from '@lodging/kit-testing';
import type { FreshSchema } from '@lodging/kit-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConflictFound } from '../src/domain/conflict.ts';
import { channelsMigrations } from '../src/migrations.ts';
import { conflictStore } from '../src/outbound/conflict-store.ts';
import type { Conflicts } from '../src/use-cases/conflict-ports.ts';
import { listConflicts } from '../src/use-cases/list-conflicts.ts';
import { openConflict } from '../src/use-cases/open-conflict.ts';
import { resolveConflict } from '../src/use-cases/resolve-conflict.ts';

let schema: FreshSchema;
let db: Database;
let conflicts: Conflicts;

beforeAll(async () => {
  schema = await freshSchema({ schema: 'channels', sources: channelsMigrations });
  db = openDatabase({ url: schema.url, schema: 'channels', log: testLogger() });
  conflicts = conflictStore(db);
});
afterAll(async () => {
  await db.close();
  await schema.drop();
});

const at = (text: string) => Temporal.Instant.from(text);
const found = (): ConflictFound => ({
  connectionId: randomUUID(),
  listingId: randomUUID(),
  reservationId: randomUUID(),
  resourceId: randomUUID(),
  inboundEvent: 'uid-1@channel',
  startsAt: at('2027-05-03T00:00:00Z'),
  endsAt: at('2027-05-05T00:00:00Z'),
});
const moved = (conflict: ConflictFound) => ({ ...conflict, endsAt: conflict.endsAt.add({ hours: 24 }) });

function callOf(tenantId: string) {
  const caller = { kind: 'secret' as const, permissions: [] };
  return { tenantId, livemode: true, requestId: randomUUID(), deadline: Date.now() + 10_000, caller };
}

const list = async (tenantId: string, status?: 'open' | 'resolved_relocated') =>
  (await listConflicts({ conflicts }, callOf(tenantId), { status, limit: 100, after: null })).conflicts;
const only = async (tenantId: string) => {
  const [conflict, ...others] = await list(tenantId);
  expect(others).toEqual([]);
  if (conflict === undefined) throw new Error('no conflict');
  return conflict;
};
const resolve = (tenantId: string, conflictId: string) =>
  resolveConflict({ conflicts }, callOf(tenantId), { conflictId, status: 'resolved_relocated' });

function open(tenantId: string, conflict: ConflictFound, told: { eventId?: string; toldAt?: string } = {}) {
  const { eventId = randomUUID(), toldAt = '2027-01-01T00:00:00Z' } = told;
  const seen = { consumer: 'channels', eventId };
  const news = { found: conflict, toldAt: at(toldAt) };
  return openConflict({ conflicts, newId: randomUUID }, tenantId, news, seen);
}

describe('open-conflict', () => {
  it('opens one conflict for one block and one stay, told twice and under two event ids', async () => {
    const tenantId = randomUUID();
    const conflict = found();
    const eventId = randomUUID();
    const outcomes = await Promise.all([
      open(tenantId, conflict, { eventId }),
      open(tenantId, conflict, { eventId }),
    ]);
    expect(outcomes.toSorted()).toEqual(['opened', 'unchanged']);
    expect(await open(tenantId, conflict)).toBe('unchanged');
    expect(await only(tenantId)).toMatchObject({ ...conflict, status: 'open' });
  });

  it('shows one tenant’s conflicts to that tenant alone, and lets nobody else settle them', async () => {
    const tenantId = randomUUID();
    await open(tenantId, found());
    const other = randomUUID();
    expect(await list(other)).toEqual([]);
    const unknown = await resolve(other, (await only(tenantId)).id);
    expect(unknown).toEqual(await resolve(other, randomUUID()));
    expect(unknown).toMatchObject({ refusal: { code: 'conflict_not_found' } });
  });

  it('keeps a settled conflict settled until the event moves; then the same one opens again', async () => {
    const tenantId = randomUUID();
    const conflict = found();
    expect(await open(tenantId, conflict)).toBe('opened');
    const { id } = await only(tenantId);
    expect(await resolve(tenantId, id)).toMatchObject({ ok: true, value: { status: 'resolved_relocated' } });
    expect(await resolve(tenantId, id)).toMatchObject({ refusal: { code: 'conflict_already_resolved' } });
    expect(await open(tenantId, conflict)).toBe('unchanged');
    expect(await list(tenantId, 'open')).toEqual([]);
    expect(await list(tenantId, 'resolved_relocated')).toHaveLength(1);

    expect(await open(tenantId, moved(conflict))).toBe('opened');
    expect(await only(tenantId)).toMatchObject({ id, status: 'open', endsAt: moved(conflict).endsAt });
  });

  it('updates the dates of an open one without opening it again, and ignores a report older than the last one', async () => {
    const tenantId = randomUUID();
    const conflict = found();
    expect(await open(tenantId, conflict)).toBe('opened');
    expect(await open(tenantId, moved(conflict), { toldAt: '2027-01-02T00:00:00Z' })).toBe('updated');
    expect(await open(tenantId, conflict, { toldAt: '2027-01-01T12:00:00Z' })).toBe('unchanged');
    expect(await only(tenantId)).toMatchObject({ endsAt: moved(conflict).endsAt });
  });

  it('pages through conflicts in the order in which they came', async () => {
    const tenantId = randomUUID();
    for (const _each of [1, 2, 3]) await open(tenantId, found());
    const all = (await list(tenantId)).map(({ id }) => id);
    const first = await listConflicts({ conflicts }, callOf(tenantId), { limit: 2, after: null });
    const second = await listConflicts({ conflicts }, callOf(tenantId), { limit: 2, after: first.nextAfter });
    expect([...first.conflicts, ...second.conflicts].map(({ id }) => id)).toEqual(all);
    expect(second.nextAfter).toBeNull();
  });
});
