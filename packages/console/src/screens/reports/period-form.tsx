import { addDays } from '@lodging/format';
import { COMPARISONS, daysBefore, isPeriod, monthOf } from '../../domain/period.ts';
import type { Comparison, Period } from '../../domain/period.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/fields/field.tsx';
import { Day } from '../../ui/when.tsx';
import css from './reports.module.css';

interface PeriodFormProps {
  readonly period: Period;
  readonly comparison: Comparison;
  readonly today: string;
  readonly onChange: (changed: { from?: string; to?: string; compare?: string | undefined }) => void;
}

export function PeriodForm({ period, comparison, today, onChange }: PeriodFormProps) {
  const { reports: texts } = useTexts();
  const choices = [
    [texts.thisMonth, monthOf(today)],
    [texts.nextMonth, monthOf(addDays(monthOf(today).to, 1))],
    [texts.last30, daysBefore(today, 30)],
  ] as const;
  return (
    <div className={`${css.form} screen-only`}>
      <TextField
        label={texts.from}
        type="date"
        value={period.from}
        onChange={({ target }) => target.value !== '' && onChange({ ...period, from: target.value })}
      />
      <TextField
        label={texts.to}
        type="date"
        value={period.to}
        fault={isPeriod(period) ? undefined : texts.notBefore}
        onChange={({ target }) => target.value !== '' && onChange({ ...period, to: target.value })}
      />
      <SelectField
        label={texts.compareWith}
        choices={COMPARISONS.map((value) => ({ value, label: texts.comparisons[value] }))}
        value={comparison}
        onChange={({ target }) => onChange({ compare: target.value === 'none' ? undefined : target.value })}
      />
      <div className={css.choices}>
        {choices.map(([title, { from, to }]) => (
          <Button
            key={title}
            kind="quiet"
            aria-pressed={from === period.from && to === period.to}
            onPress={() => onChange({ from, to })}
          >
            {title}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** The period on paper, where there are no fields. */
export function PrintedPeriod({ from, to }: Period) {
  return (
    <p className="print-only">
      <Day date={from} /> – <Day date={to} />
    </p>
  );
}
