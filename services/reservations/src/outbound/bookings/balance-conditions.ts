import type { BalanceState } from '../../domain/money/scheduled-payment.ts';

const STORED = ['scheduled', 'due', 'paid'] as const satisfies readonly BalanceState[];

/** A hold past its end has ended, too. */
const HAS_ENDED = `(reservations.state IN ('cancelled', 'expired', 'no_show')
            OR reservations.state = 'held' AND reservations.hold_expires_at <= statement_timestamp())`;

function isStored(states: readonly BalanceState[]): string {
  const words = states.map((state) => `'${state}'`).join(', ');
  return `EXISTS (SELECT FROM scheduled_payments AS balance
            WHERE balance.tenant_id = $tenantId AND balance.reservation_id = reservations.id
              AND balance.state IN (${words}))`;
}

/** What a booking shows as `balanceState` is one of them. The words stand in the text: an index is of some of them alone. */
export function balanceCondition(states: readonly BalanceState[]): string | undefined {
  const wanted = STORED.filter((state) => states.includes(state));
  if (!states.includes('none')) return `NOT ${HAS_ENDED} AND ${isStored(wanted)}`;
  const others = STORED.filter((state) => !states.includes(state));
  return others.length === 0 ? undefined : `(${HAS_ENDED} OR NOT ${isStored(others)})`;
}
