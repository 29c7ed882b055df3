import type { Evidence, Invariant, Violation } from './evidence.ts';
import { answers } from './invariants/answers.ts';
import { eventOrder } from './invariants/event-order.ts';
import { noDoubleSale } from './invariants/i1-no-double-sale.ts';
import { effectsOnce } from './invariants/i10-effects-once.ts';
import { noDeadlocks } from './invariants/no-deadlocks.ts';
import { noSilentMoney } from './invariants/i11-no-silent-money.ts';
import { moneyAddsUp } from './invariants/i2-money-adds-up.ts';
import { everyEvent } from './invariants/i3-every-event.ts';
import { tenantsApart } from './invariants/i4-tenants-apart.ts';
import { onePerKey } from './invariants/i5-one-per-key.ts';
import { legalMoves } from './invariants/i6-legal-moves.ts';
import { nothingLost } from './invariants/i7-nothing-lost.ts';
import { claimsMatch } from './invariants/i8-claims-match.ts';
import { confirmedIsPaid } from './invariants/i9-confirmed-is-paid.ts';
import { quiet } from './invariants/quiet.ts';

export const invariants: readonly Invariant[] = [
  noDoubleSale,
  moneyAddsUp,
  everyEvent,
  tenantsApart,
  onePerKey,
  legalMoves,
  nothingLost,
  claimsMatch,
  confirmedIsPaid,
  effectsOnce,
  noSilentMoney,
  eventOrder,
  answers,
  noDeadlocks,
  quiet,
];

export function checkAll(evidence: Evidence): Violation[] {
  return invariants.flatMap((invariant) =>
    invariant.check(evidence).map((what) => ({ invariant: invariant.name, what })),
  );
}
