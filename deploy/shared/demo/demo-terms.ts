import { policyTranslations, taxTranslations } from './demo-translations.ts';

// Taxes, fees and cancellation policies of the resources that both sides of a demo tenant sell.

/** Names its resources by slug, so that nothing here applies to what users add. */
export interface DemoTaxRule {
  readonly code: string;
  readonly rule: object;
  readonly slugs: readonly string[];
}

const lakeside = ['loft-harbour', 'garden-apartment', 'double-lake', 'double-garden', 'villa-seerose'];
const harbor = ['brooklyn-two-bedroom', 'queen-room', 'harbor-king', 'hudson-house'];

/** By the slug of the demo tenant. */
export const demoTaxRules: Readonly<Record<string, readonly DemoTaxRule[]>> = {
  seeblick: [
    {
      code: 'vat',
      rule: {
        name: 'VAT',
        kind: 'tax',
        basis: 'percent',
        rateBps: '700',
        inclusive: true,
        translations: taxTranslations.vat,
      },
      slugs: lakeside,
    },
    {
      code: 'cleaning',
      rule: {
        name: 'Final cleaning',
        kind: 'fee',
        basis: 'per_stay',
        amountMinorUnits: '4500',
        currency: 'EUR',
        position: 5,
        translations: taxTranslations.cleaning,
      },
      slugs: ['loft-harbour', 'garden-apartment', 'villa-seerose'],
    },
    {
      code: 'visitors-tax',
      rule: {
        name: 'Visitor’s tax',
        kind: 'tax',
        basis: 'per_person_per_night',
        amountMinorUnits: '250',
        currency: 'EUR',
        ageBands: [{ fromAge: 0, toAge: 15, amountMinorUnits: '0' }],
        exemptible: true,
        position: 10,
        translations: taxTranslations['visitors-tax'],
      },
      slugs: lakeside,
    },
  ],
  'harbor-stays': [
    {
      code: 'occupancy-tax',
      rule: { name: 'Occupancy tax', kind: 'tax', basis: 'percent', rateBps: '1475' },
      slugs: harbor,
    },
    {
      code: 'consumption-tax',
      rule: { name: 'Consumption tax', kind: 'tax', basis: 'percent', rateBps: '1000', inclusive: true },
      slugs: ['asakusa-apartment'],
    },
  ],
};

const none = { kind: 'none' };
const half = { kind: 'percent', bps: 5_000, of: 'accommodation' };
const everything = { kind: 'percent', bps: 10_000, of: 'total' };

/** By their codes: of the flexible plan, and of the saver. */
export const demoPolicies: Readonly<Record<string, object>> = {
  flexible: {
    name: 'Free until 3 days before, then half',
    graceMinutes: 60,
    graceMinHoursBefore: 48,
    steps: [{ before: { count: 3, unit: 'days' }, penalty: none }],
    afterwards: half,
    noShow: everything,
    translations: policyTranslations.flexible,
  },
  saver: {
    name: 'Not refundable',
    steps: [],
    afterwards: everything,
    noShow: everything,
    translations: policyTranslations.saver,
  },
};
