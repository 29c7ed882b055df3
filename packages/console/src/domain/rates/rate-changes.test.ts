import { addDays, daysBetween } from '@lodging/format';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changesOf, isEmptyTarget, keyOfRow, keyOfType, requestOf } from './rate-changes.ts';
import type { NightTarget, PendingNight, PlanRow } from './rate-changes.ts';

const FIRST = '2027-06-01';
const NIGHTS = 20;
const FLEX: PlanRow = { roomTypeId: 'DBL', ratePlanCode: 'FLEX', currency: 'EUR' };
/** What is kept: the nights of each plan on each resource. */
const KEPT: readonly PlanRow[] = [
  { ...FLEX, resourceId: '101' },
  { ...FLEX, resourceId: '102' },
  { ...FLEX, resourceId: '101', ratePlanCode: 'NRF' },
  { ...FLEX, resourceId: '201', roomTypeId: 'SGL' },
];
/** What is edited: all resources of a room type, or one of them. */
const ROWS: readonly PlanRow[] = [
  FLEX,
  { ...FLEX, ratePlanCode: 'NRF' },
  { ...FLEX, roomTypeId: 'SGL' },
  ...KEPT.slice(0, 2),
];
const holds = (row: PlanRow, kept: PlanRow): boolean =>
  keyOfType(row) === keyOfType(kept) && [undefined, kept.resourceId].includes(row.resourceId);

/** A night as the API keeps it; null: that of the plan. */
interface Night {
  nightly: bigint | null;
  stopSell: boolean;
  closedToArrival: boolean;
  closedToDeparture: boolean;
  minStayNights: number | null;
  maxStayNights: number | null;
}
type Model = Map<string, Night>;

const amounts = fc.constantFrom(null, 10_000n, 12_000n, 15_000n);
const lengths = fc.constantFrom(null, 2, 3);
const night = fc.record({
  nightly: amounts,
  stopSell: fc.boolean(),
  closedToArrival: fc.boolean(),
  closedToDeparture: fc.boolean(),
  minStayNights: lengths,
  maxStayNights: fc.constantFrom(null, 7, 14),
});
const nights = fc.array(night, { minLength: KEPT.length * NIGHTS, maxLength: KEPT.length * NIGHTS });
const targets = fc
  .record(
    {
      nightly: amounts,
      stopSell: fc.boolean(),
      closedToArrival: fc.boolean(),
      closedToDeparture: fc.boolean(),
      minStayNights: lengths,
      maxStayNights: fc.constantFrom(null, 7, 14),
    },
    { requiredKeys: [] },
  )
  .map((target): NightTarget => target);
/** Few different targets, so that runs are common. */
const edits = fc
  .tuple(
    fc.array(targets, { minLength: 1, maxLength: 3 }),
    fc.uniqueArray(
      fc.tuple(fc.nat(ROWS.length - 1), fc.nat(NIGHTS - 1), fc.nat(2)).map((place) => place),
      { selector: ([row, day]) => `${row} ${day}` },
    ),
  )
  .map(([some, places]): PendingNight[] =>
    places.map(([row, day, which]) => ({
      row: ROWS[row] as PlanRow,
      date: addDays(FIRST, day),
      target: some[which % some.length] ?? {},
    })),
  );

const keyOf = (row: PlanRow, date: string): string => `${keyOfRow(row)} ${date}`;

function modelOf(values: readonly Night[]): Model {
  return new Map(
    KEPT.flatMap((row, index) =>
      Array.from({ length: NIGHTS }, (_, day): [string, Night] => [
        keyOf(row, addDays(FIRST, day)),
        { ...(values[index * NIGHTS + day] as Night) },
      ]),
    ),
  );
}

/** `POST /v1/rates/bulk`, as its page of the reference describes it. */
function replay(model: Model, body: ReturnType<typeof requestOf>): void {
  const { roomTypeId, ratePlanCode, resourceIds, from, to, nightlyRate, restriction, merge } = body;
  const isMeant = (row: PlanRow): boolean =>
    holds({ roomTypeId, ratePlanCode, currency: 'EUR' }, row) &&
    (resourceIds === undefined || resourceIds.includes(row.resourceId ?? ''));
  const dates = Array.from({ length: daysBetween(from, to) }, (_, day) => addDays(from, day));
  for (const key of KEPT.filter(isMeant).flatMap((row) => dates.map((date) => keyOf(row, date)))) {
    const found = model.get(key);
    if (found === undefined) throw new Error('there is no such night');
    if (nightlyRate !== undefined)
      found.nightly = nightlyRate === null ? null : BigInt(nightlyRate.amountMinorUnits);
    if (restriction === undefined) continue;
    const cleared = { stopSell: false, closedToArrival: false, closedToDeparture: false };
    if (merge !== true) Object.assign(found, cleared, { minStayNights: null, maxStayNights: null });
    Object.assign(found, restriction);
  }
}

it('replaying the requests brings every night to its target, that of a resource over that of its room type', () => {
  fc.assert(
    fc.property(nights, edits, (values, pending) => {
      const model = modelOf(values);
      for (const change of changesOf(pending)) replay(model, requestOf(change));
      const expected = modelOf(values);
      const ofTypeFirst = pending.toSorted(
        (a, b) => Number('resourceId' in a.row) - Number('resourceId' in b.row),
      );
      for (const { row, date, target } of ofTypeFirst)
        for (const kept of KEPT.filter((one) => holds(row, one)))
          Object.assign(expected.get(keyOf(kept, date)) ?? {}, target);
      expect(model).toEqual(expected);
    }),
  );
});

it('nights in a row with one target are one request, and none is empty', () => {
  fc.assert(
    fc.property(edits, (pending) => {
      const changes = changesOf(pending);
      const touched = pending.filter(({ target }) => !isEmptyTarget(target)).length;
      const sent = changes.reduce((sum, { from, to }) => sum + daysBetween(from, to), 0);
      expect(sent).toBe(touched);
      for (const [index, change] of changes.entries()) {
        const next = changes[index + 1];
        const isSameRow = next !== undefined && keyOfRow(next) === keyOfRow(change);
        if (isSameRow && next.from === change.to) expect(next.target).not.toEqual(change.target);
      }
    }),
  );
});

it('a price alone sends no restriction, so that a stopped sale stands', () => {
  const [row] = ROWS as readonly [PlanRow];
  const pending = ['2027-06-11', '2027-06-10', '2027-06-12'].map((date) => ({
    row,
    date,
    target: { nightly: 15_000n },
  }));
  expect(changesOf(pending).map((change) => requestOf(change))).toEqual([
    {
      roomTypeId: 'DBL',
      ratePlanCode: 'FLEX',
      from: '2027-06-10',
      to: '2027-06-13',
      nightlyRate: { amountMinorUnits: '15000', currency: 'EUR' },
    },
  ]);
});
