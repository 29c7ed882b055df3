import { useResources } from '../api/queries/resources.ts';
import { useFormats, useTexts } from '../texts/use-texts.ts';
import { localDate } from '../ui/when.tsx';

interface OfBooking {
  readonly currency: string;
  readonly timeZone: string;
}

/** What the history keeps to itself. */
const MASK = 'set';

/** In minor units; of a payment with its currency. */
const AMOUNT = /^(-?\d+)(?: ([A-Z]{3}))?$/;

/** A value of the history in words; null where the history has none, or hides it. */
export function useValueWords({
  currency,
  timeZone,
}: OfBooking): (field: string, value: unknown) => string | null {
  const { list } = useResources();
  const { date, price } = useFormats();
  const { common } = useTexts();
  const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    state: common.states,
    balanceState: common.balances,
  };
  const plans = list.flatMap(({ ratePlans }) => ratePlans);
  return (field, value) => {
    if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : null;
    if (value === null || value === undefined || value === MASK || typeof value === 'object') return null;
    const text = String(value as string | number | boolean);
    if (field === 'from' || field === 'to')
      return Number.isNaN(Date.parse(text)) ? text : date(localDate(text, timeZone));
    if (field.endsWith('MinorUnits')) {
      const [, amount, of = currency] = AMOUNT.exec(text) ?? [];
      return amount === undefined ? text : price(amount, of);
    }
    if (field === 'resourceId') return list.find(({ id }) => id === text)?.name ?? text;
    if (field === 'ratePlanId') return plans.find(({ id }) => id === text)?.name ?? text;
    return words[field]?.[text] ?? text;
  };
}
