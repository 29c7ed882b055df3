import type { BulkPlan } from '../../../domain/rates/read-nights.ts';
import { useFormats, useTexts } from '../../../texts/use-texts.ts';

const WHOLE_BPS = 10_000;

/** `from Flexible, −10 %`. */
export function useDerivedWords() {
  const { rates: texts } = useTexts();
  const { number, price } = useFormats();
  return (
    { multiplierBps, adjustment }: NonNullable<BulkPlan['derivedFrom']>,
    parent: string,
    currency: string,
  ): string => {
    const bps = multiplierBps - WHOLE_BPS;
    const sign = bps < 0 ? '−' : '+';
    const percent = bps === 0 ? [] : [`${sign}${number(Math.abs(bps) / 100)}\u00a0%`];
    const amount =
      adjustment === undefined
        ? []
        : [`${adjustment.kind === 'add' ? '+' : '−'}${price(adjustment.amountMinorUnits, currency)}`];
    return [texts.derivedFrom(parent), ...percent, ...amount].join(', ');
  };
}
