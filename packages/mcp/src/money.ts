import { toDecimal } from '@lodging/client';
import { z } from 'zod';

export const money = z
  .object({
    amount: z.string().describe('Decimal text, such as 188.80.'),
    currency: z.string().describe('ISO 4217 code.'),
    minorUnits: z.string().describe('The same in minor units of the currency, such as 18880.'),
  })
  .describe('An amount of money.');
export type Money = z.output<typeof money>;

export function toMoney(minorUnits: string, currency: string): Money {
  return { amount: toDecimal(minorUnits, currency), currency, minorUnits };
}

export function toMoneyOrNull(minorUnits: string | null, currency: string): Money | null {
  return minorUnits === null ? null : toMoney(minorUnits, currency);
}

export function moneyText({ amount, currency }: Money): string {
  return `${currency} ${amount}`;
}
