import { randomUUID } from 'node:crypto';
import { openDatabase } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { systemContext } from '@lodging/kit-runtime';
import { freshSchema, testLogger } from '@lodging/kit-testing';
import type { FreshSchema } from '@lodging/kit-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Overlap } from '../src/domain/conflicts/conflict.ts';
import { positionToWire } from '../src/wire/connections.ts';
import { migrations } from '../src/migrations.ts';
import { createConflictRepository } from '../src/outbound/conflicts/conflict-repository.ts';
import type { ConflictRepository } from '../src/ports/conflicts.ts';
import { openConflict } from '../src/use-cases/conflicts/open-conflict.ts';
import { resolveConflict } from '../src/use-cases/conflicts/resolve-conflict.ts';

let schema: FreshSchema;
let db: Database;
let conflicts: ConflictRepository;

beforeAll(async () => {
  schema = await freshSchema({ schema: 'channels', sources: migrations });
  db = openDatabase({ url: schema.url, schema: 'channels', log: testLogger() });
  conflicts = createConflictRepository(db);
});
afterAll(async () => {
  await db.close();
  await schema.drop();
});

const at = (text: string) => Temporal.Instant.from(text);
const overlapOf = (): Overlap => ({
  connectionId: randomUUID(),
  listingId: randomUUID(),
  reservationId: randomUUID(),
  resourceId: randomUUID(),
  inboundEvent: 'uid-1@channel',
  startsAt: at('2027-05-03T00:00:00Z'),
  endsAt: at('2027-05-05T00:00:00Z'),
});
const moved = (overlap: Overlap) => ({ ...overlap, endsAt: overlap.endsAt.add({ hours: 24 }) });

const contextOf = (tenantId: string) => systemContext(tenantId, true, { timeoutMs: 10_000 });

const list = async (tenantId: string, status?: 'open' | 'resolved_relocated') =>
  (await conflicts.list(tenantId, status, { limit: 100, after: null })).rows;
const only = async (tenantId: string) => {
  const [conflict, ...others] = await list(tenantId);
  expect(others).toEqual([]);
  if (conflict === undefined) throw new Error('no conflict');
  return conflict;
};
const resolve = (tenantId: string, conflictId: string) =>
  resolveConflict({ conflicts }, contextOf(tenantId), { conflictId, status: 'resolved_relocated' });

function open(
  tenantId: string,
  overlap: Overlap,
  { eventId = randomUUID(), reportedAt = '2027-01-01T00:00:00Z' } = {},
) {
  const mark = { consumer: 'channels', eventId };
  const report = { overlap, reportedAt: at(reportedAt) };
  return openConflict({ conflicts, newId: randomUUID }, contextOf(tenantId), { report, mark });
}

describe('open-conflict', () => {
  it('opens one conflict for one block and one stay, reported twice under one event id and again under another', async () => {
    const tenantId = randomUUID();
    const overlap = overlapOf();
    const eventId = randomUUID();
    const outcomes = await Promise.all([
      open(tenantId, overlap, { eventId }),
      open(tenantId, overlap, { eventId }),
    ]);
    expect(outcomes.toSorted()).toEqual(['opened', 'unchanged']);
    expect(await open(tenantId, overlap)).toBe('unchanged');
    expect(await only(tenantId)).toMatchObject({ ...overlap, status: 'open' });
  });

  it('shows conflicts to their own tenant alone, and no other tenant can resolve them', async () => {
    const tenantId = randomUUID();
    await open(tenantId, overlapOf());
    const other = randomUUID();
    expect(await list(other)).toEqual([]);
    const unknown = await resolve(other, (await only(tenantId)).id);
    expect(unknown).toEqual(await resolve(other, randomUUID()));
    expect(unknown).toMatchObject({ refusal: { code: 'conflict_not_found' } });
  });

  it('keeps a resolved conflict resolved until its event moves; then the same one opens again', async () => {
    const tenantId = randomUUID();
    const overlap = overlapOf();
    expect(await open(tenantId, overlap)).toBe('opened');
    const { id } = await only(tenantId);
    expect(await resolve(tenantId, id)).toMatchObject({ ok: true, value: { status: 'resolved_relocated' } });
    expect(await resolve(tenantId, id)).toMatchObject({ refusal: { code: 'conflict_already_resolved' } });
    expect(await open(tenantId, overlap)).toBe('unchanged');
    expect(await list(tenantId, 'open')).toEqual([]);
    expect(await list(tenantId, 'resolved_relocated')).toHaveLength(1);

    expect(await open(tenantId, moved(overlap))).toBe('opened');
    expect(await only(tenantId)).toMatchObject({ id, status: 'open', endsAt: moved(overlap).endsAt });
  });

  it('updates the dates of an open conflict, and ignores a report older than the last one', async () => {
    const tenantId = randomUUID();
    const overlap = overlapOf();
    expect(await open(tenantId, overlap)).toBe('opened');
    expect(await open(tenantId, moved(overlap), { reportedAt: '2027-01-02T00:00:00Z' })).toBe('updated');
    expect(await open(tenantId, overlap, { reportedAt: '2027-01-01T12:00:00Z' })).toBe('unchanged');
    expect(await only(tenantId)).toMatchObject({ endsAt: moved(overlap).endsAt });
  });

  it('pages through conflicts, oldest first', async () => {
    const tenantId = randomUUID();
    for (const _each of [1, 2, 3]) await open(tenantId, overlapOf());
    const all = (await list(tenantId)).map(({ id }) => id);
    const first = await conflicts.list(tenantId, undefined, { limit: 2, after: null });
    const second = await conflicts.list(tenantId, undefined, {
      limit: 2,
      after: positionToWire(first.rows.at(-1)),
    });
    expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(all);
    expect([first.hasMore, second.hasMore]).toEqual([true, false]);
  });
});

describe('a stay that was moved', () => {
  const move = (
    tenantId: string,
    { reservationId, resourceId, startsAt, endsAt }: Overlap,
    { fits = false, movedAt = at('2027-06-01T00:00:00Z') } = {},
  ) =>
    conflicts.resolveCured(
      tenantId,
      { reservationId, resourceId, startsAt, endsAt, fits, movedAt },
      { consumer: 'channels', eventId: randomUUID() },
    );

  it.each([
    ['to another resource', (overlap: Overlap) => ({ ...overlap, resourceId: randomUUID() })],
    [
      'to later dates',
      (overlap: Overlap) => ({ ...overlap, startsAt: overlap.endsAt, endsAt: at('2027-05-09T00:00:00Z') }),
    ],
  ])('%s resolves its conflict', async (_where, to) => {
    const [tenantId, overlap] = [randomUUID(), overlapOf()];
    await open(tenantId, overlap);
    await move(tenantId, to(overlap));
    expect((await only(tenantId)).status).toBe('resolved_relocated');
  });

  it('to fewer units, of which there are enough now, resolves its conflict', async () => {
    const [tenantId, overlap] = [randomUUID(), overlapOf()];
    await open(tenantId, overlap);
    await move(tenantId, overlap, { fits: true });
    expect((await only(tenantId)).status).toBe('resolved_relocated');
  });

  it('before a conflict came up, though that is learned late, leaves it open', async () => {
    const [tenantId, overlap] = [randomUUID(), overlapOf()];
    await open(tenantId, overlap);
    await move(tenantId, overlap, { fits: true, movedAt: at('2026-01-01T00:00:00Z') });
    expect((await only(tenantId)).status).toBe('open');
  });

  it('leaves a conflict open that it still overlaps, and those of other stays', async () => {
    const [tenantId, overlap] = [randomUUID(), overlapOf()];
    await open(tenantId, overlap);
    await move(tenantId, { ...overlap, endsAt: at('2027-05-04T00:00:00Z') });
    await move(tenantId, { ...overlap, reservationId: randomUUID(), resourceId: randomUUID() });
    expect((await only(tenantId)).status).toBe('open');
  });
});
