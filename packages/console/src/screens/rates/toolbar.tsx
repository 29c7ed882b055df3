import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { CheckGroup } from '../../ui/fields/field.tsx';
import { useFormats } from '../../texts/use-texts.ts';
import css from './rates.module.css';
import type { Edits, Flag, Length } from './use-edits.ts';

interface ToolbarProps {
  readonly edits: Edits;
  /** Monday is 1. */
  readonly weekdays: readonly number[];
  readonly onWeekdays: (weekdays: readonly number[]) => void;
  readonly onPrice: () => void;
  readonly onLimit: (length: Length) => void;
}

/** A Monday and the days after it. */
const WEEK = [
  '2027-06-07',
  '2027-06-08',
  '2027-06-09',
  '2027-06-10',
  '2027-06-11',
  '2027-06-12',
  '2027-06-13',
];

/** What can be done with the selected nights; each has its key in the grid, or none. */
export function Toolbar({ edits, weekdays, onWeekdays, onPrice, onLimit }: ToolbarProps) {
  const { rates: texts } = useTexts();
  const { weekday } = useFormats();
  const flags: readonly (readonly [Flag, string])[] = [
    ['stopSell', texts.stopSale],
    ['closedToArrival', texts.closedToArrival],
    ['closedToDeparture', texts.closedToDeparture],
  ];
  const [stopSell, ...others] = flags.map(([flag, label]) => (
    <Button key={flag} onPress={() => edits.toggle(flag)}>
      {label}
    </Button>
  ));
  return (
    <div className={css.tools} role="group" aria-label={texts.selected}>
      <div className={css.buttons}>
        <Button onPress={onPrice}>{texts.price}</Button>
        {stopSell}
        <Button onPress={() => onLimit('minStayNights')}>{texts.minimumStay}</Button>
        <Button onPress={() => onLimit('maxStayNights')}>{texts.maximumStay}</Button>
        {others}
        <Button onPress={edits.toBase}>{texts.backToBase}</Button>
        <span className="quiet">{texts.nightsSelected(edits.count)}</span>
      </div>
      <CheckGroup
        label={texts.weekdays}
        choices={WEEK.map((date, index) => ({ value: String(index + 1), label: weekday(date, 'short') }))}
        values={weekdays.map(String)}
        onChange={(chosen) => onWeekdays(chosen.map(Number))}
      />
      {edits.fault !== null && (
        <p role="alert" className={css.fault}>
          {edits.fault}
        </p>
      )}
    </div>
  );
}
