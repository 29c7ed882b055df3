import type { UnrequestedRefund } from '@lodging/contract-payments';
import { ok } from '@lodging/kernel';
import { expect, it } from 'vitest';
import type { AuditEntry } from '../../domain/audit/audit.ts';
import type { AuditTrail } from '../../ports/audit.ts';
import type { ChangedAfter, PaymentsClient } from '../../ports/neighbours.ts';
import { recordAutomaticRefunds } from './record-automatic-refunds.ts';
import type { RefundPosition } from './record-automatic-refunds.ts';

const text = (number: number): string => String(number).padStart(6, '0');
const idOf = (number: number): string => `0197a31f-0d1e-7f20-b132-${text(number).padStart(12, '0')}`;

/** Payments with refunds that changed at 1, 2, 3 …; the youngest are not final. */
function refundsUpTo(count: number, notFinal = 0): UnrequestedRefund[] {
  return Array.from({ length: count }, (_, index) => ({
    id: idOf(index + 1),
    tenantId: idOf(900_000),
    reservationId: idOf(800_000 + index),
    amountMinorUnits: '100',
    currency: 'EUR',
    state: 'succeeded',
    reason: 'late',
    createdAt: '2027-01-15T08:00:00Z',
    changedAt: text(index + 1),
    isFinal: index < count - notFinal,
  }));
}

function stage(newest?: Temporal.Instant) {
  const requested: (ChangedAfter | null)[] = [];
  const trail = new Map<string, AuditEntry>();
  const state = { refunds: refundsUpTo(0) };
  const payments: Partial<PaymentsClient> = {
    async listUnrequestedRefunds(_ctx, { limit, after }) {
      requested.push(after);
      const rest = state.refunds.filter(({ changedAt }) => changedAt > (after?.changedAt ?? ''));
      return ok({ refunds: rest.slice(0, limit) });
    },
  };
  const audit: Partial<AuditTrail> = {
    newestOfSystem: () => Promise.resolve(newest),
    async record(entries) {
      for (const entry of entries) trail.set(entry.id, entry);
    },
  };
  const deps = { payments: payments as PaymentsClient, audit: audit as AuditTrail };
  const position: RefundPosition = {};
  const record = () => recordAutomaticRefunds(deps, position);
  return { requested, trail, state, record };
}

it('records all, page after page, each under the id of its refund', async () => {
  const { state, trail, record } = stage();
  state.refunds = refundsUpTo(250, 120);
  await record();
  expect([...trail.keys()]).toEqual(state.refunds.map(({ id }) => id));
});

it('rereads only refunds so young that an earlier one may still appear', async () => {
  const { state, requested, record } = stage();
  state.refunds = refundsUpTo(5, 2);
  await record();
  await record();
  expect(requested).toEqual([null, { changedAt: text(3), id: idOf(3) }]);
});

it('begins an hour before the newest entry that is there', async () => {
  const { requested, record } = stage(Temporal.Instant.from('2027-01-15T09:30:00Z'));
  await record();
  expect(requested[0]?.changedAt).toBe('2027-01-15T08:30:00Z');
});
