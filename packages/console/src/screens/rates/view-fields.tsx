import { addDays, isDate } from '@lodging/format';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { RadioGroup, SelectField, Switch, TextField } from '../../ui/fields/field.tsx';
import css from './rates.module.css';
import type { NamedType } from './use-rates.ts';

export const SPANS = [30, 60, 120, 366] as const;
export const LAYERS = ['both', 'price', 'restrictions'] as const;

/** What the address says of the grid. */
export interface RatesSearch {
  readonly tab?: string | undefined;
  readonly roomType?: string | undefined;
  readonly from?: string | undefined;
  readonly days?: string | undefined;
  readonly layer?: string | undefined;
  readonly sees?: string | undefined;
}

interface ViewFieldsProps {
  readonly search: RatesSearch;
  readonly types: readonly NamedType[];
  readonly from: string;
  readonly days: number;
  readonly onChange: (changed: RatesSearch) => void;
}

export function ViewFields({ search, types, from, days, onChange }: ViewFieldsProps) {
  const { rates: texts } = useTexts();
  const any = { value: '', label: texts.allTypes };
  const go = (to: string): void => onChange({ from: to });
  return (
    <div className={css.view}>
      <SelectField
        label={texts.roomType}
        choices={[any, ...types.map(({ id, name }) => ({ value: id, label: name }))]}
        value={search.roomType ?? ''}
        onChange={({ target }) => onChange({ roomType: target.value || undefined })}
      />
      <TextField
        label={texts.from}
        type="date"
        value={from}
        onChange={({ target }) => isDate(target.value) && go(target.value)}
      />
      <SelectField
        label={texts.nights}
        choices={SPANS.map((span) => ({ value: String(span), label: String(span) }))}
        value={String(days)}
        onChange={({ target }) => onChange({ days: target.value })}
      />
      <div className={css.steps}>
        <Button onPress={() => go(addDays(from, -days))}>{texts.earlier}</Button>
        <Button onPress={() => go(addDays(from, days))}>{texts.later}</Button>
      </div>
      <RadioGroup
        label={texts.show}
        choices={LAYERS.map((value) => ({ value, label: texts.layers[value] }))}
        value={search.layer ?? 'both'}
        onChange={(layer) => onChange({ layer })}
      />
      <Switch
        label={texts.guestSees}
        isOn={search.sees === 'guest'}
        onChange={(isOn) => onChange({ sees: isOn ? 'guest' : undefined })}
      />
    </div>
  );
}
