import type { DemoResource } from './demo-data.ts';

/** The policies are those of `demo-terms.ts` unless others are named. */
export function ratePlansOf(
  { currency }: Pick<DemoResource, 'currency'>,
  policies: readonly [flexible: string, saver: string] = ['flexible', 'saver'],
): object[] {
  const [flexible, saver] = policies;
  return [
    {
      code: 'FLEX',
      name: 'Flexible',
      currency,
      isRefundable: true,
      minStayNights: 1,
      maxStayNights: null,
      cancellationPolicyCode: flexible,
    },
    {
      code: 'SAVER',
      name: 'Saver, not refundable',
      currency,
      isRefundable: false,
      minStayNights: 2,
      maxStayNights: 28,
      cancellationPolicyCode: saver,
    },
  ];
}

/** The base amount applies to every date; seasons cover this year and the next four. */
export function pricingOf({ base, roomType }: DemoResource, thisYear: number): object[] {
  if (roomType !== undefined) return lodgingPricingOf(base, thisYear);
  return [
    {
      ratePlanCode: null,
      baseAmountMinorUnits: String(base),
      lengthOfStayTiers: [{ minNights: 3, multiplierBps: 9000 }],
    },
  ];
}

/** For the plans of `ratePlansOf`. */
export function lodgingPricingOf(base: number, thisYear: number): object[] {
  const shared = {
    dayOfWeekMultipliersBps: { fri: 11_500, sat: 12_000 },
    seasons: [0, 1, 2, 3, 4].flatMap((years) => seasonsOf(thisYear + years)),
  };
  return [
    {
      ratePlanCode: 'FLEX',
      baseAmountMinorUnits: String(base),
      ...shared,
      leadTimeTiers: [
        { minDaysAhead: 0, maxDaysAhead: 2, multiplierBps: 11_000 },
        { minDaysAhead: 60, maxDaysAhead: null, multiplierBps: 9_500 },
      ],
      lengthOfStayTiers: [
        { minNights: 7, multiplierBps: 9_200 },
        { minNights: 14, multiplierBps: 8_800 },
      ],
    },
    {
      ratePlanCode: 'SAVER',
      baseAmountMinorUnits: String(Math.round((base * 88) / 100)),
      ...shared,
      leadTimeTiers: [{ minDaysAhead: 30, maxDaysAhead: null, multiplierBps: 9_300 }],
      lengthOfStayTiers: [{ minNights: 5, multiplierBps: 9_000 }],
    },
  ];
}

function seasonsOf(year: number): object[] {
  return [
    { name: `Summer ${year}`, from: `${year}-06-15`, to: `${year}-09-01`, multiplierBps: 13_000 },
    { name: `Year's end ${year}`, from: `${year}-12-20`, to: `${year + 1}-01-03`, multiplierBps: 14_000 },
  ];
}
