import { guestErased, reservationUpdated } from '@lodging/contract-reservations';
import { ok } from '@lodging/kernel';
import { systemContext } from '@lodging/kit-runtime';
import { expect, it } from 'vitest';
import { groupLostEvents } from './group-lost-events.ts';
import { listErasures } from './list-erasures.ts';
import type { ListErasuresDeps } from './list-erasures.ts';

const [tenantId, guestId, otherId] = [1, 2, 3].map((n) => `01900000-0000-7000-8000-00000000000${n}`) as [
  string,
  string,
  string,
];
const ctx = systemContext(tenantId, true, { timeoutMs: 60_000 });
const since = '2027-05-03T09:00:00.000Z';
const lostEvent = {
  id: otherId,
  type: guestErased.type,
  tenantId,
  livemode: true,
  aggregateId: guestId,
  aggregateVersion: 1,
  occurredAt: '2027-05-03T09:30:00.000Z',
  data: { guest: { id: guestId, reservationIds: [otherId] } },
};
const known = (erasedAt: string) => ({ tenantId, guestId: otherId, livemode: false, erasedAt });

function depsWith(pages: readonly string[][]): ListErasuresDeps {
  let page = -1;
  return {
    reservations: {
      listErasures: async () => {
        page += 1;
        const nextAfter = page + 1 < pages.length ? { erasedAt: '', id: otherId } : null;
        return ok({ erasures: (pages[page] ?? []).map(known), nextAfter });
      },
    },
    services: [
      {
        service: 'reservations',
        listLostEvents: async () => ({
          reached: true,
          result: ok({
            events: [{ ...lostEvent, type: reservationUpdated.type }, lostEvent],
            read: 2,
            next: null,
          }),
        }),
      },
    ],
  } as unknown as ListErasuresDeps;
}

it('lists what the database knows and what only the events know, oldest first', async () => {
  const pages = [['2027-05-03T09:10:00.000Z'], ['2027-05-03T10:00:00.000Z']];
  const listed = await listErasures(depsWith(pages), ctx, since);
  expect(listed).toMatchObject({
    ok: true,
    value: {
      complete: true,
      unreached: [],
      erasures: [
        { ...known('2027-05-03T09:10:00.000Z'), lost: false, reservationIds: null },
        {
          tenantId,
          guestId,
          livemode: true,
          erasedAt: lostEvent.occurredAt,
          lost: true,
          reservationIds: [otherId],
        },
        { ...known('2027-05-03T10:00:00.000Z'), lost: false, reservationIds: null },
      ],
    },
  });
});

it('a lost erasure is no lost stay', () => {
  const { stays, otherEvents } = groupLostEvents([{ service: 'reservations', events: [lostEvent] }]);
  expect(stays).toEqual([]);
  expect(otherEvents).toMatchObject([{ id: otherId, aggregateId: guestId }]);
});
