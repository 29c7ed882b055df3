import { invalidParameter } from './api-error.ts';

const CURRENCIES = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));

/** Smallest charge in minor units; about half a dollar. Those not named take the default of their exponent. */
const SMALLEST: Readonly<Record<string, number>> = {
  aed: 200, bgn: 100, czk: 1500, dkk: 250, gbp: 30, hkd: 400, huf: 17_500, mxn: 1000,
  myr: 200, nok: 300, pln: 200, ron: 200, sek: 300, thb: 1000,
}; // prettier-ignore

/** Largest charge where it is not the usual eight digits. */
const LARGEST: Readonly<Record<string, number>> = {
  cop: 9_999_999_999,
  huf: 9_999_999_999,
  idr: 999_999_999_999,
  inr: 999_999_999,
  jpy: 9_999_999_999,
  krw: 9_999_999_999,
  vnd: 9_999_999_999,
};

const USUAL_SMALLEST = 50;
const USUAL_LARGEST = 99_999_999;

export function checkCurrency(text: string): string {
  const currency = text.toLowerCase();
  if (!CURRENCIES.has(currency)) throw invalidParameter('currency', `Invalid currency: ${currency}.`);
  return currency;
}

export function checkAmount(amount: number, currency: string): number {
  if (amount < 1)
    throw invalidParameter(
      'amount',
      'This value must be greater than or equal to 1.',
      'parameter_invalid_integer',
    );
  const smallest = SMALLEST[currency] ?? USUAL_SMALLEST;
  if (amount < smallest)
    throw invalidParameter(
      'amount',
      `Amount must be at least ${shown(smallest, currency)}`,
      'amount_too_small',
    );
  const largest = LARGEST[currency] ?? USUAL_LARGEST;
  if (amount > largest)
    throw invalidParameter(
      'amount',
      `Amount must be no more than ${shown(largest, currency)}`,
      'amount_too_large',
    );
  if (exponent(currency) === 3 && amount % 10 !== 0)
    throw invalidParameter('amount', `Invalid amount: amounts in ${currency} must be divisible by 10.`);
  return amount;
}

/** An amount as people read it: 1250 eur is €12.50, 1250 jpy is ¥1,250. */
export function shown(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.format(amount / 10 ** exponent(currency));
}

function exponent(currency: string): number {
  const options = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return options.maximumFractionDigits ?? 2;
}
