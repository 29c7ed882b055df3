import type { BulkPlan } from '../../../domain/read-nights.ts';
import { useFormats, useTexts } from '../../../texts/use-texts.ts';
import css from '../rates.module.css';
import type { RateRow } from '../use-rates.ts';

const WHOLE_BPS = 10_000;

/** The plan, and where its prices come from. */
export function PlanName({ row, place }: { readonly row: RateRow; readonly place: number }) {
  const { rates: texts } = useTexts();
  const derived = useDerivedWords();
  const { derivedFrom, parentName, isEnabled, name, currency } = row;
  return (
    <div role="rowheader" className={css.planName} data-row={place}>
      <span>
        <bdi>{name}</bdi> <span className="quiet small">{currency}</span>
      </span>
      {derivedFrom !== null && (
        <span className={css.derived}>{derived(derivedFrom, parentName ?? '', currency)}</span>
      )}
      {!isEnabled && <span className={css.derived}>{texts.disabled}</span>}
    </div>
  );
}

function useDerivedWords() {
  const { rates: texts } = useTexts();
  const { number, price } = useFormats();
  return (
    { multiplierBps, adjustment }: NonNullable<BulkPlan['derivedFrom']>,
    parent: string,
    currency: string,
  ) => {
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
