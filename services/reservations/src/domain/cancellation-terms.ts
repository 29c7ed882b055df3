import type { CancellationPolicy, CancellationTerms, PenalizedBill, Penalty } from '@lodging/kernel';
import type { FrozenBill } from './frozen-bill.ts';
import type { FrozenPolicy, PenaltyRecord, PolicyRecord } from './frozen-policy.ts';
import type { ReservationTerms } from './reservation-terms.ts';

/** The frozen terms as the arithmetic takes them; null where the stay was sold without a policy. */
export function cancellationTermsOf(
  { bill, policy }: Pick<ReservationTerms, 'bill' | 'policy'>,
  confirmedAt: Temporal.Instant | null,
): CancellationTerms | null {
  if (policy === null) return null;
  return {
    policy: thawPolicy(policy.policy),
    anchor: thawAnchor(policy.anchor),
    bill: penalizedBill(bill),
    confirmedAt,
  };
}

function thawPolicy({ steps, afterwards, noShow, ...policy }: PolicyRecord): CancellationPolicy {
  return {
    ...policy,
    steps: steps.map(({ before, penalty }) => ({ before, penalty: thawPenalty(penalty) })),
    afterwards: thawPenalty(afterwards),
    noShow: thawPenalty(noShow),
  };
}

function thawPenalty(penalty: PenaltyRecord): Penalty {
  return penalty.kind === 'fixed'
    ? { ...penalty, amountMinorUnits: BigInt(penalty.amountMinorUnits) }
    : penalty;
}

function thawAnchor({ at, date, time, timeZone }: FrozenPolicy['anchor']) {
  return {
    at: Temporal.Instant.from(at),
    date: Temporal.PlainDate.from(date),
    time: Temporal.PlainTime.from(time),
    timeZone,
  };
}

function penalizedBill(bill: FrozenBill): PenalizedBill {
  const amountsOf = <Item extends { readonly amountMinorUnits: string }>(items: readonly Item[]) =>
    items.map((item) => ({ ...item, amountMinorUnits: BigInt(item.amountMinorUnits) }));
  return {
    nights: amountsOf(bill.nights),
    accommodationMinorUnits: BigInt(bill.accommodationMinorUnits),
    totalMinorUnits: BigInt(bill.totalMinorUnits),
    lines: amountsOf(bill.lines),
  };
}
