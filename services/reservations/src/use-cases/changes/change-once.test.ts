import { systemContext } from '@lodging/kit-runtime';
import { expect, it } from 'vitest';
import { buildReservation } from '../../../test/build-reservation.ts';
import { depsOf } from '../../../test/deps-of.ts';
import type { QuotedChange } from '../../domain/changes/stay-change.ts';
import type { AgreedReservation } from '../../ports/stay.ts';
import { changeOnce } from './change-once.ts';
import type { ChangeStayDeps } from './change-once.ts';

const reservation = buildReservation('confirmed');
const { id: reservationId, tenantId } = reservation;
const at = Temporal.Instant.from('2027-05-03T09:00:00Z');

/** A change under a quote that ends then. */
async function changeUntil(expiresAt: Temporal.Instant): Promise<string> {
  const booked = { reservation, at } as AgreedReservation;
  const quote = { tenantId, reservationId, expiresAt } as QuotedChange;
  const deps = depsOf<ChangeStayDeps>({
    reservations: { findWithTerms: () => Promise.resolve(booked) },
    changes: { findByKey: () => Promise.resolve(undefined) },
    changeTokens: { read: () => Promise.resolve(quote) },
    inventory: {},
    payments: {},
    changeSeconds: 900,
    newId: () => reservationId,
    logFailure: () => undefined,
  });
  const changed = await changeOnce(deps, systemContext(tenantId, true, { timeoutMs: 1_000 }), {
    reservationId,
    idempotencyKey: reservationId,
    fingerprint: 'x',
    changeToken: 'x',
    settle: 'now',
    action: 'changed',
  });
  return changed.ok ? 'ok' : changed.refusal.code;
}

it('refuses a change whose quote has ended', async () => {
  expect(await changeUntil(at)).toBe('change_quote_expired');
  expect(await changeUntil(at.subtract({ seconds: 1 }))).toBe('change_quote_expired');
});
