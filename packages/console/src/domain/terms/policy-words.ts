import type { components } from '@lodging/client';
import { addDays } from '@lodging/format';

type Policy = Pick<
  components['schemas']['SoldCancellationPolicy'],
  'steps' | 'afterwards' | 'noShow' | 'graceMinutes' | 'graceMinHoursBefore' | 'referenceTime'
>;
type Penalty = components['schemas']['Penalty'];

/** The words of a language, and how it writes amounts. */
export interface PolicyWords {
  readonly until: (count: number, unit: 'days' | 'hours', penalty: string) => string;
  readonly afterwards: (penalty: string) => string;
  readonly noShow: (penalty: string) => string;
  readonly grace: (minutes: number, hoursBefore: number) => string;
  readonly countedFrom: (time: string) => string;
  readonly none: string;
  readonly percentOfRoom: (percent: string) => string;
  readonly percentOfTotal: (percent: string) => string;
  readonly nights: (count: number) => string;
  readonly fixed: (amount: string) => string;
}

export interface AmountWords {
  readonly price: (minorUnits: string, currency: string) => string;
  readonly percent: (bps: number) => string;
}

/** A policy as sentences, from the earliest deadline on. */
export function policySentences(policy: Policy, words: PolicyWords, amounts: AmountWords): string[] {
  const { steps, afterwards, noShow, graceMinutes, graceMinHoursBefore, referenceTime } = policy;
  return [
    ...(graceMinutes > 0 ? [words.grace(graceMinutes, graceMinHoursBefore)] : []),
    ...steps.map(({ before, penalty }) =>
      words.until(before.count, before.unit, penaltyWords(penalty, words, amounts)),
    ),
    ...(referenceTime !== null && steps.length > 0 ? [words.countedFrom(referenceTime)] : []),
    words.afterwards(penaltyWords(afterwards, words, amounts)),
    words.noShow(penaltyWords(noShow, words, amounts)),
  ];
}

export function penaltyWords(penalty: Penalty, words: PolicyWords, amounts: AmountWords): string {
  switch (penalty.kind) {
    case 'none':
      return words.none;
    case 'percent': {
      const percent = amounts.percent(penalty.bps);
      return penalty.of === 'total' ? words.percentOfTotal(percent) : words.percentOfRoom(percent);
    }
    case 'nights':
      return words.nights(penalty.count);
    case 'fixed':
      return words.fixed(amounts.price(penalty.amountMinorUnits, penalty.currency));
  }
}

export interface Deadline {
  /** Local. */
  readonly date: string;
  readonly time: string;
  readonly penalty: Penalty;
}

const HOURS = 60;
const DAY = 24 * HOURS;

/** The steps of a policy for one arrival, on a calendar whose days have 24 hours. */
export function deadlinesOf(
  { steps, referenceTime }: Pick<components['schemas']['SoldCancellationPolicy'], 'steps' | 'referenceTime'>,
  arrival: string,
  checkInTime: string,
): Deadline[] {
  const [hours = 0, minutes = 0] = (referenceTime ?? checkInTime).split(':').map(Number);
  return steps.map(({ before: { count, unit }, penalty }) => {
    const at = hours * HOURS + minutes - count * (unit === 'days' ? DAY : HOURS);
    const days = Math.floor(at / DAY);
    return { date: addDays(arrival, days), time: timeOf(at - days * DAY), penalty };
  });
}

function timeOf(minutes: number): string {
  const parts = [Math.floor(minutes / HOURS), minutes % HOURS];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
