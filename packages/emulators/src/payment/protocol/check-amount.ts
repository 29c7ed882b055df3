import { invalidParameter } from './api-error.ts';

const CURRENCIES = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));

/** Minimum charge in minor units, about half a dollar; `DEFAULT_MIN` for the others. */
const MIN_AMOUNT: Readonly<Record<string, number>> = {
  aed: 200, bgn: 100, czk: 1500, dkk: 250, gbp: 30, hkd: 400, huf: 17_500, mxn: 1000,
  myr: 200, nok: 300, pln: 200, ron: 200, sek: 300, thb: 1000,
}; // prettier-ignore

/** Maximum charge in minor units; `DEFAULT_MAX`, eight digits, for the others. */
const MAX_AMOUNT: Readonly<Record<string, number>> = {
  cop: 9_999_999_999,
  huf: 9_999_999_999,
  idr: 999_999_999_999,
  inr: 999_999_999,
  jpy: 9_999_999_999,
  krw: 9_999_999_999,
  vnd: 9_999_999_999,
};

const DEFAULT_MIN = 50;
const DEFAULT_MAX = 99_999_999;

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
  const min = MIN_AMOUNT[currency] ?? DEFAULT_MIN;
  if (amount < min)
    throw invalidParameter(
      'amount',
      `Amount must be at least ${formatAmount(min, currency)}`,
      'amount_too_small',
    );
  const max = MAX_AMOUNT[currency] ?? DEFAULT_MAX;
  if (amount > max)
    throw invalidParameter(
      'amount',
      `Amount must be no more than ${formatAmount(max, currency)}`,
      'amount_too_large',
    );
  if (exponent(currency) === 3 && amount % 10 !== 0)
    throw invalidParameter('amount', `Invalid amount: amounts in ${currency} must be divisible by 10.`);
  return amount;
}

/** 1250 eur is €12.50, 1250 jpy is ¥1,250. */
export function formatAmount(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.format(amount / 10 ** exponent(currency));
}

function exponent(currency: string): number {
  const options = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return options.maximumFractionDigits ?? 2;
}
