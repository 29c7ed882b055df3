import { useTexts } from '../../../texts/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { useDerivedWords } from '../plans/use-derived-words.ts';
import css from '../rates.module.css';
import type { RateRow } from '../use-rates.ts';
import type { RateGridProps } from './grid-view.ts';

interface PlanNameProps extends Pick<RateGridProps, 'open' | 'onOpen'> {
  readonly row: RateRow;
  readonly place: number;
}

/** The plan, and where its prices come from; or one of the resources that have it. */
export function PlanName({ row, place, open, onOpen }: PlanNameProps) {
  const { resourceName } = row;
  if (resourceName !== undefined)
    return (
      <div role="rowheader" className={css.planName} data-row={place} data-of-resource>
        <span>
          <bdi>{resourceName}</bdi>
          {row.name === '' && <span className="quiet small"> {row.currency}</span>}
        </span>
      </div>
    );
  return (
    <div role="rowheader" className={css.planName} data-row={place}>
      <PlanWords row={row} />
      {row.resources > 1 && onOpen !== undefined && (
        <OpenButton row={row} isOpen={open.has(row.key)} onPress={() => onOpen(row, place)} />
      )}
    </div>
  );
}

function PlanWords({ row }: { readonly row: RateRow }) {
  const { derivedFrom, parentName, isEnabled, name, currency } = row;
  const { rates: texts } = useTexts();
  const derived = useDerivedWords();
  return (
    <>
      <span>
        <bdi>{name}</bdi> <span className="quiet small">{currency}</span>
      </span>
      {derivedFrom !== null && (
        <span className={css.derived}>{derived(derivedFrom, parentName ?? '', currency)}</span>
      )}
      {!isEnabled && <span className={css.derived}>{texts.disabled}</span>}
    </>
  );
}

interface OpenButtonProps {
  readonly row: RateRow;
  readonly isOpen: boolean;
  readonly onPress: () => void;
}

function OpenButton({ row, isOpen, onPress }: OpenButtonProps) {
  const { rates: texts } = useTexts();
  return (
    <Button
      kind="quiet"
      className={css.open}
      aria-expanded={isOpen}
      aria-label={texts.eachResource(`${row.roomTypeName}, ${row.name}`)}
      title={texts.eachResource(`${row.roomTypeName}, ${row.name}`)}
      onPress={onPress}
    >
      <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span>
    </Button>
  );
}
