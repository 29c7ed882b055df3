import { timer } from '@lodging/kit-runtime';
import type { Timer } from '@lodging/kit-runtime';
import type { ReservationsDeps } from '../ports/deps.ts';
import { expireHolds } from '../use-cases/creation/expire-holds.ts';
import { evaluateBalances } from '../use-cases/money/evaluate-balances.ts';
import { purgeExpiredRecords } from '../use-cases/purge-expired-records.ts';
import { sendOwedRefunds } from '../use-cases/money/send-owed-refunds.ts';
import { releaseUnitsOfNoShows } from '../use-cases/cancellation/release-units.ts';
import { requestOpenSettlements } from '../use-cases/cancellation/request-settlement.ts';
import { refusalTimer } from './refusal-timer.ts';
import { sweepChanges } from '../use-cases/changes/sweep-changes.ts';
import { sweepAbandonedCreations } from '../use-cases/creation/sweep-abandoned-creations.ts';

export function timers(deps: ReservationsDeps): Timer[] {
  return [
    timer({ name: 'expire-holds', seconds: 1 }, () => expireHolds(deps)),
    timer({ name: 'send-owed-refunds', seconds: 2 }, () => sendOwedRefunds(deps)),
    timer({ name: 'evaluate-balances', seconds: 2 }, () => evaluateBalances(deps)),
    timer({ name: 'settle-bookings', seconds: 2 }, () => requestOpenSettlements(deps)),
    timer({ name: 'sweep-changes', seconds: 2 }, () => sweepChanges(deps)),
    timer({ name: 'sweep-abandoned-creations', seconds: 5 }, () => sweepAbandonedCreations(deps)),
    timer({ name: 'release-units-of-no-shows', seconds: 5 }, () => releaseUnitsOfNoShows(deps)),
    timer({ name: 'rotate-signing-keys', seconds: 3_600 }, () => deps.signingKeys.rotate()),
    // Three times before a figure is a minute old.
    timer({ name: 'refresh-units-for-sale', seconds: 15 }, () => deps.unitsForSale.refresh()),
    timer({ name: 'purge-expired-records', seconds: 3_600 }, () => purgeExpiredRecords(deps)),
    refusalTimer(deps),
  ];
}
