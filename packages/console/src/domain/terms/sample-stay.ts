import type { components } from '@lodging/client';

type Penalty = components['schemas']['Penalty'];

/** A stay without taxes and extras, whose nights all cost the same. */
export interface SampleStay {
  readonly nights: number;
  readonly minorUnits: bigint;
  readonly currency: string;
}

export interface SampleAmounts {
  readonly kept: bigint;
  readonly back: bigint;
}

const WHOLE_BPS = 10_000n;

/** What a penalty keeps of the stay when all of it is paid; null: its amount is of another currency. */
export function sampleAmounts(penalty: Penalty, stay: SampleStay): SampleAmounts | null {
  const wanted = keptOf(penalty, stay);
  if (wanted === null) return null;
  const kept = wanted < stay.minorUnits ? wanted : stay.minorUnits;
  return { kept, back: stay.minorUnits - kept };
}

function keptOf(penalty: Penalty, { nights, minorUnits, currency }: SampleStay): bigint | null {
  switch (penalty.kind) {
    case 'none':
      return 0n;
    case 'percent':
      return divideHalfUp(minorUnits * BigInt(penalty.bps), WHOLE_BPS);
    case 'nights':
      return divideHalfUp(minorUnits * BigInt(Math.min(penalty.count, nights)), BigInt(nights));
    case 'fixed':
      return penalty.currency === currency ? BigInt(penalty.amountMinorUnits) : null;
  }
}

const divideHalfUp = (amount: bigint, by: bigint): bigint => (2n * amount + by) / (2n * by);
