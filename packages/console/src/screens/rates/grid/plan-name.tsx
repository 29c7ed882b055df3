import { useTexts } from '../../../texts/use-texts.ts';
import { useDerivedWords } from '../plans/use-derived-words.ts';
import css from '../rates.module.css';
import type { RateRow } from '../use-rates.ts';

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
