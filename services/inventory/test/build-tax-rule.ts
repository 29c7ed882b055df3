import { guestsOf } from '../src/domain/rules/guests.ts';
import type { Guests } from '../src/domain/rules/guests.ts';
import type { StayPrice } from '../src/domain/stays/price-stay.ts';
import { rateE4Of } from '../src/domain/rules/tax-rule.ts';
import type { FixedCharge, NightFilter, PercentBase, TaxRule } from '../src/domain/rules/tax-rule.ts';

const everyNight: NightFilter = { skip: 0, max: null, from: null, to: null };

function rule(changes: Partial<TaxRule> & Pick<TaxRule, 'code' | 'charge'>): TaxRule {
  const { kind = 'tax' } = changes;
  return {
    name: changes.code,
    kind,
    inclusive: false,
    collect: 'online',
    refundable: kind === 'tax',
    exemptible: false,
    nights: everyNight,
    appliesTo: null,
    position: 0,
    enabled: true,
    ...changes,
  };
}

type Changes = Partial<Omit<TaxRule, 'nights'>> & {
  readonly nights?: Partial<NightFilter>;
  readonly of?: PercentBase;
};

export function percent(code: string, rateBps: string, { nights, of, ...changes }: Changes = {}): TaxRule {
  const charge = { basis: 'percent', rateBps, rateE4: rateE4Of(rateBps), of: of ?? 'accommodation' } as const;
  return rule({ code, charge, ...changes, nights: { ...everyNight, ...nights } });
}

export function fixed(
  code: string,
  charge: Pick<FixedCharge, 'basis'> & Partial<FixedCharge>,
  { nights, of: _of, ...changes }: Changes = {},
): TaxRule {
  const whole = { amountMinorUnits: null, currency: 'EUR', ageBands: [], ...charge };
  return rule({ code, charge: whole, ...changes, nights: { ...everyNight, ...nights } });
}

export const adults = (count: number): Guests => guestsOf({ partySize: count });

/** A priced stay of nights with these amounts. `total` is what lead time and length of stay make of them. */
export function stayPrice(
  amounts: readonly bigint[],
  { first = '2027-06-10', quantity = 1, total }: { first?: string; quantity?: number; total?: bigint } = {},
): StayPrice {
  const arrival = Temporal.PlainDate.from(first);
  const subtotal = amounts.reduce((sum, amount) => sum + amount, 0n) * BigInt(quantity);
  const none = { kind: 'none', amountMinorUnits: 0n, multiplierBps: 10_000 } as const;
  return {
    nights: amounts.map((amountMinorUnits, index) => ({
      date: arrival.add({ days: index }).toString(),
      baseAmountMinorUnits: amountMinorUnits,
      dayOfWeekMultiplierBps: 10_000,
      seasonalMultiplierBps: 10_000,
      occupancyMultiplierBps: 10_000,
      extraGuestsMinorUnits: 0n,
      amountMinorUnits,
      ofExtraGuestsMinorUnits: 0n,
    })),
    subtotalMinorUnits: subtotal,
    leadTimeAdjustment: none,
    lengthOfStayAdjustment: none,
    totalMinorUnits: total ?? subtotal,
  };
}
