import { timer } from '@lodging/kit-runtime';
import type { Timer } from '@lodging/kit-runtime';
import type { DueWorkRepository } from '../ports/due-work.ts';
import type { RefusedRequestRepository } from '../ports/refused-requests.ts';
import type { GuestSealingRepository } from '../ports/guests.ts';
import type { SigningKeys } from '../ports/tokens.ts';
import type { SearchBackfillRepository } from '../ports/search-backfill.ts';
import type { SettlementRepository } from '../ports/settlements.ts';
import { expireHolds } from '../use-cases/expire-holds.ts';
import type { ExpireHoldsDeps } from '../use-cases/expire-holds.ts';
import { fillSearch } from '../use-cases/fill-search.ts';
import { judgeBalances } from '../use-cases/judge-balances.ts';
import type { JudgeBalancesDeps } from '../use-cases/judge-balances.ts';
import { purgeExpiredRecords } from '../use-cases/purge-expired-records.ts';
import { sendOwedRefunds } from '../use-cases/send-owed-refunds.ts';
import type { SendOwedRefundsDeps } from '../use-cases/send-owed-refunds.ts';
import { releaseUnitsOfNoShows } from '../use-cases/release-units.ts';
import type { ReleaseUnitsDeps } from '../use-cases/release-units.ts';
import { settleBookings } from '../use-cases/settle-booking.ts';
import type { SettleBookingDeps } from '../use-cases/settle-booking.ts';
import { sealGuestData } from '../use-cases/seal-guest-data.ts';
import { sweepAbandonedCreations } from '../use-cases/sweep-abandoned-creations.ts';
import type { SweepAbandonedCreationsDeps } from '../use-cases/sweep-abandoned-creations.ts';

export type TimerDeps = ExpireHoldsDeps &
  SweepAbandonedCreationsDeps &
  ReleaseUnitsDeps &
  SendOwedRefundsDeps &
  JudgeBalancesDeps &
  SettleBookingDeps & {
    readonly settlements: Pick<SettlementRepository, 'leaseOpen'>;
    readonly dueWork: DueWorkRepository;
    readonly refusedRequests: Pick<RefusedRequestRepository, 'purge'>;
    readonly guestSealing: GuestSealingRepository;
    readonly earlierGuestKeys: { purge(): Promise<void> };
    readonly searchBackfill: SearchBackfillRepository;
    readonly signingKeys: Pick<SigningKeys, 'rotate'>;
  };

export function timers(deps: TimerDeps): Timer[] {
  return [
    timer({ name: 'expire-holds', seconds: 1 }, () => expireHolds(deps)),
    timer({ name: 'send-owed-refunds', seconds: 2 }, () => sendOwedRefunds(deps)),
    timer({ name: 'judge-balances', seconds: 2 }, () => judgeBalances(deps)),
    timer({ name: 'settle-bookings', seconds: 2 }, () => settleBookings(deps)),
    timer({ name: 'sweep-abandoned-creations', seconds: 5 }, () => sweepAbandonedCreations(deps)),
    timer({ name: 'release-units-of-no-shows', seconds: 5 }, () => releaseUnitsOfNoShows(deps)),
    timer({ name: 'rotate-signing-keys', seconds: 3_600 }, () => deps.signingKeys.rotate()),
    timer({ name: 'seal-guest-data', seconds: 10 }, (signal) => sealGuestData(deps, signal)),
    timer({ name: 'fill-search', seconds: 10 }, (signal) => fillSearch(deps, signal)),
    timer({ name: 'purge-expired-records', seconds: 3_600 }, () => purgeExpiredRecords(deps)),
  ];
}
