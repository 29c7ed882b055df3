import { useId } from 'react';
import { addDays } from '@lodging/format';
import { DAY_CHOICES, stepOf } from '../../domain/calendar/chart-window.ts';
import type { ChartWindow } from '../../domain/calendar/chart-window.ts';
import { useResources } from '../../api/queries/resources.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { RadioGroup, SelectField, Switch, TextField } from '../../ui/fields/field.tsx';
import css from './calendar.module.css';
import type { CalendarSearch } from './calendar-search.ts';
import { GENERIC } from './chart/use-chart.ts';

interface ToolbarProps {
  readonly search: CalendarSearch;
  readonly window: ChartWindow;
  readonly today: string;
  readonly isList: boolean;
  /** Undefined: the screen is too narrow for anything but the list. */
  readonly onList: ((isList: boolean) => void) | undefined;
  readonly onChange: (change: CalendarSearch) => void;
}

export function Toolbar({ search, window, today, isList, onList, onChange }: ToolbarProps) {
  const { calendar: texts } = useTexts();
  const step = stepOf(window);
  return (
    <div className={css.toolbar}>
      <div className={css.dates}>
        <Button
          onPress={() => onChange({ from: undefined })}
          aria-current={window.from === today || undefined}
        >
          {texts.today}
        </Button>
        <Button onPress={() => onChange({ from: addDays(window.from, -step) })}>{texts.earlier}</Button>
        <Button onPress={() => onChange({ from: addDays(window.from, step) })}>{texts.later}</Button>
        <TextField
          label={texts.from}
          type="date"
          value={window.from}
          onChange={({ target }) => target.value !== '' && onChange({ from: target.value })}
        />
      </div>
      <RadioGroup
        label={texts.days}
        choices={DAY_CHOICES.map((days) => ({ value: String(days), label: String(days) }))}
        value={String(window.days)}
        onChange={(days) => onChange({ days })}
      />
      <Filters search={search} onChange={onChange} />
      <div className={css.switches}>
        {!isList && (
          <Switch
            label={texts.prices}
            isOn={search.prices !== undefined}
            onChange={(isOn) => onChange({ prices: isOn ? 'yes' : undefined })}
          />
        )}
        {onList && <Switch label={texts.asList} isOn={isList} onChange={onList} />}
      </div>
    </div>
  );
}

function Filters({ search, onChange }: Pick<ToolbarProps, 'search' | 'onChange'>) {
  const { calendar: texts } = useTexts();
  const { list } = useResources();
  const id = useId();
  const types = new Map(list.flatMap(({ roomType }) => (roomType ? [[roomType.id, roomType.name]] : [])));
  const hasGeneric = list.some(({ roomType }) => roomType === null);
  return (
    <>
      <SelectField
        label={texts.roomType}
        value={search.type ?? ''}
        choices={[
          { value: '', label: texts.allTypes },
          ...[...types].map(([value, label]) => ({ value, label })),
          ...(hasGeneric && types.size > 0 ? [{ value: GENERIC, label: texts.generic }] : []),
        ]}
        onChange={({ target }) => onChange({ type: target.value === '' ? undefined : target.value })}
      />
      <div className={css.find}>
        <label htmlFor={id}>{texts.find}</label>
        <input
          id={id}
          type="search"
          autoComplete="off"
          spellCheck={false}
          value={search.find ?? ''}
          onChange={({ target }) => onChange({ find: target.value === '' ? undefined : target.value })}
        />
      </div>
    </>
  );
}
