import type { DemoResource } from './demo-data.ts';
import { planTranslations } from './demo-translations.ts';

/** SAVER of FLEX. */
const SAVER_BPS = 8_800;

/** Two adults are included; children up to two years pay nothing. */
const FAMILY = {
  includedAdults: 2,
  extraAdultMinorUnits: '2500',
  singleAdultMultiplierBps: 8_500,
  children: [
    { fromAge: 3, toAge: 12, amountMinorUnits: '1200' },
    { fromAge: 13, toAge: 17, amountMinorUnits: '2000' },
  ],
};

/** The policies are those of `demo-terms.ts` unless others are named. */
export function ratePlansOf(
  { currency, isFamilyRoom = false }: Pick<DemoResource, 'currency' | 'isFamilyRoom'>,
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
      translations: planTranslations.FLEX,
    },
    {
      code: 'SAVER',
      name: 'Saver, not refundable',
      currency,
      isRefundable: false,
      minStayNights: 2,
      maxStayNights: 28,
      cancellationPolicyCode: saver,
      translations: planTranslations.SAVER,
      ...(isFamilyRoom && { derivedFrom: { ratePlanCode: 'FLEX', multiplierBps: SAVER_BPS } }),
    },
  ];
}

/** The base amount applies to every date; seasons cover this year and the next four. */
export function pricingOf({ base, roomType, isFamilyRoom }: DemoResource, thisYear: number): object[] {
  if (isFamilyRoom === true) return [{ ...flexPricingOf(base, thisYear), occupancy: FAMILY }];
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
  return [
    flexPricingOf(base, thisYear),
    {
      ratePlanCode: 'SAVER',
      baseAmountMinorUnits: String(Math.round((base * SAVER_BPS) / 10_000)),
      ...factorsOf(thisYear),
      leadTimeTiers: [{ minDaysAhead: 30, maxDaysAhead: null, multiplierBps: 9_300 }],
      lengthOfStayTiers: [{ minNights: 5, multiplierBps: 9_000 }],
    },
  ];
}

function flexPricingOf(base: number, thisYear: number) {
  return {
    ratePlanCode: 'FLEX',
    baseAmountMinorUnits: String(base),
    ...factorsOf(thisYear),
    leadTimeTiers: [
      { minDaysAhead: 0, maxDaysAhead: 2, multiplierBps: 11_000 },
      { minDaysAhead: 60, maxDaysAhead: null, multiplierBps: 9_500 },
    ],
    lengthOfStayTiers: [
      { minNights: 7, multiplierBps: 9_200 },
      { minNights: 14, multiplierBps: 8_800 },
    ],
  };
}

function factorsOf(thisYear: number) {
  return {
    dayOfWeekMultipliersBps: { fri: 11_500, sat: 12_000 },
    seasons: [0, 1, 2, 3, 4].flatMap((years) => seasonsOf(thisYear + years)),
  };
}

function seasonsOf(year: number): object[] {
  return [
    { name: `Summer ${year}`, from: `${year}-06-15`, to: `${year}-09-01`, multiplierBps: 13_000 },
    { name: `Year's end ${year}`, from: `${year}-12-20`, to: `${year + 1}-01-03`, multiplierBps: 14_000 },
  ];
}
