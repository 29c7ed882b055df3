import type { CancellationPolicy, CancellationTerms, PenalizedBill, Penalty } from '@lodging/kernel';
import type { StoredBill } from '../stay/stored-bill.ts';
import type { StoredPolicy, PenaltyRecord, PolicyRecord } from '../stay/stored-policy.ts';
import { floorOf } from '../stay/reservation-terms.ts';
import type { ReservationTerms } from '../stay/reservation-terms.ts';

/** The stored terms as the arithmetic needs them; null where the stay was sold without a policy. */
export function cancellationTermsOf(
  terms: Pick<ReservationTerms, 'bill' | 'policy' | 'floor'>,
  confirmedAt: Temporal.Instant | null,
): CancellationTerms | null {
  const { bill, policy } = terms;
  if (policy === null) return null;
  return {
    policy: parsePolicy(policy.policy),
    anchor: parseAnchor(policy.anchor),
    bill: penalizedBill(bill),
    confirmedAt,
    floorMinorUnits: floorOf(terms),
  };
}

/** What an earlier change made a cancellation cost at any time, where no policy says more. Null: nothing says what is kept. */
export function floorWithoutPolicy(terms: Pick<ReservationTerms, 'policy' | 'floor'> | null): bigint | null {
  if (terms === null || terms.policy !== null) return null;
  const floor = floorOf(terms);
  return floor === 0n ? null : floor;
}

function parsePolicy({ steps, afterwards, noShow, ...policy }: PolicyRecord): CancellationPolicy {
  return {
    ...policy,
    steps: steps.map(({ before, penalty }) => ({ before, penalty: parsePenalty(penalty) })),
    afterwards: parsePenalty(afterwards),
    noShow: parsePenalty(noShow),
  };
}

function parsePenalty(penalty: PenaltyRecord): Penalty {
  return penalty.kind === 'fixed'
    ? { ...penalty, amountMinorUnits: BigInt(penalty.amountMinorUnits) }
    : penalty;
}

function parseAnchor({ at, date, time, timeZone }: StoredPolicy['anchor']) {
  return {
    at: Temporal.Instant.from(at),
    date: Temporal.PlainDate.from(date),
    time: Temporal.PlainTime.from(time),
    timeZone,
  };
}

function penalizedBill(bill: StoredBill): PenalizedBill {
  const amountsOf = <Item extends { readonly amountMinorUnits: string }>(items: readonly Item[]) =>
    items.map((item) => ({ ...item, amountMinorUnits: BigInt(item.amountMinorUnits) }));
  return {
    nights: amountsOf(bill.nights),
    accommodationMinorUnits: BigInt(bill.accommodationMinorUnits),
    totalMinorUnits: BigInt(bill.totalMinorUnits),
    lines: amountsOf(bill.lines),
  };
}
