import type { Guests } from './guests.ts';
import { isPerPerson } from './tax-rule.ts';
import type { FixedCharge } from './tax-rule.ts';

export interface FixedAmount {
  /** Null where persons pay different amounts. */
  readonly unitAmountMinorUnits: bigint | null;
  /** The multiplier: units or paying persons, times nights. */
  readonly count: number;
  readonly amountMinorUnits: bigint;
}

/** The persons and units that a fixed charge counts. */
export interface Charged {
  readonly quantity: number;
  readonly guests: Guests;
  readonly nights: number;
}

export function fixedAmount(charge: FixedCharge, { quantity, guests, nights }: Charged): FixedAmount {
  const times = charge.basis === 'per_night' || charge.basis === 'per_person_per_night' ? nights : 1;
  if (isPerPerson(charge.basis)) return chargePersons(charge, guests, times);
  const unit = charge.amountMinorUnits ?? 0n;
  const count = quantity * times;
  return { unitAmountMinorUnits: unit, count, amountMinorUnits: unit * BigInt(count) };
}

/** Persons who pay nothing are not counted, unless none of them pays. */
function chargePersons(charge: FixedCharge, { byAge }: Guests, times: number): FixedAmount {
  const amounts = byAge.map(({ age, persons }) => ({ persons, amount: amountForAge(charge, age) }));
  const paying = amounts.filter(({ amount }) => amount > 0n);
  const counted = paying.length === 0 ? amounts : paying;
  const first = counted[0]?.amount ?? 0n;
  const isOneAmount = counted.every(({ amount }) => amount === first);
  const sum = counted.reduce((total, { amount, persons }) => total + amount * BigInt(persons), 0n);
  return {
    unitAmountMinorUnits: isOneAmount ? first : null,
    count: counted.reduce((total, { persons }) => total + persons, 0) * times,
    amountMinorUnits: sum * BigInt(times),
  };
}

function amountForAge({ ageBands, amountMinorUnits }: FixedCharge, age: number): bigint {
  const band = ageBands.find(({ fromAge, toAge }) => fromAge <= age && (toAge === null || age <= toAge));
  return band?.amountMinorUnits ?? amountMinorUnits ?? 0n;
}
