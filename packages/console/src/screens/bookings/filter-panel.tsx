import type { ReservationState } from '@lodging/client';
import { useResources } from '../../api/queries/resources.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { CheckGroup, SelectField, TextField } from '../../ui/fields/field.tsx';
import { changePreferences, usePreferences } from '../../app/preferences.ts';
import css from './bookings.module.css';
import { COLUMNS } from './columns.tsx';
import { listed } from './filters.ts';
import type { BookingsSearch } from '../../app/search.ts';

const STATES = [
  'held',
  'confirmed',
  'checked_in',
  'checked_out',
  'cancelled',
  'no_show',
  'expired',
] as const satisfies readonly ReservationState[];
const BALANCES = ['none', 'scheduled', 'due', 'paid'] as const;
const SOURCES = ['direct', 'manual'] as const;
type Words = Readonly<Record<string, string>>;
const DATES = [
  ['arrivalFrom', 'arrivalUntil'],
  ['departureFrom', 'departureUntil'],
  ['stayFrom', 'stayUntil'],
  ['madeFrom', 'madeUntil'],
] as const;

interface FilterPanelProps {
  readonly search: BookingsSearch;
  readonly onChange: (changed: BookingsSearch) => void;
}

const joined = (values: readonly string[]): string | undefined =>
  values.length === 0 ? undefined : values.join(',');

export function FilterPanel({ search, onChange }: FilterPanelProps) {
  const { bookings: texts, common } = useTexts();
  const groups: readonly (readonly ['state' | 'balance' | 'source', Words, readonly string[]])[] = [
    ['state', common.states, STATES],
    ['balance', common.balances, BALANCES],
    ['source', common.sources, SOURCES],
  ];
  const sorts = Object.entries(texts.sorts).map(([value, label]) => ({ value, label }));
  return (
    <div className={css.filters} role="group" aria-label={texts.filters}>
      {groups.map(([name, words, values]) => (
        <CheckGroup
          key={name}
          label={texts[name]}
          choices={values.map((value) => ({ value, label: words[value] ?? value }))}
          values={listed(search[name])}
          onChange={(chosen) => onChange({ [name]: joined(chosen) })}
        />
      ))}
      <div className={css.fields}>
        {DATES.flat().map((name) => (
          <TextField
            key={name}
            label={texts[name]}
            type="date"
            value={search[name] ?? ''}
            onChange={({ target }) => onChange({ [name]: target.value || undefined })}
          />
        ))}
        <ResourceFields search={search} onChange={onChange} />
        <TextField
          label={texts.units}
          type="number"
          min={1}
          value={search.units ?? ''}
          onChange={({ target }) => onChange({ units: target.value || undefined })}
        />
        <SelectField
          label={texts.sortBy}
          choices={sorts}
          value={search.sort ?? 'newest'}
          onChange={({ target }) => onChange({ sort: target.value === 'newest' ? undefined : target.value })}
        />
      </div>
      <OwnDataFields search={search} onChange={onChange} />
      <Columns />
    </div>
  );
}

const OWN_DATA = ['reference', 'metadataKey', 'metadataValue'] as const;

/** What other systems of the property know a booking by. */
function OwnDataFields({ search, onChange }: FilterPanelProps) {
  const { bookings: texts } = useTexts();
  const isUsed = OWN_DATA.some((name) => search[name] !== undefined);
  return (
    <details className={css.columns} open={isUsed || undefined}>
      <summary>{texts.ownData}</summary>
      <div className={css.fields}>
        {OWN_DATA.map((name) => (
          <TextField
            key={name}
            label={texts[name]}
            value={search[name] ?? ''}
            spellCheck={false}
            onChange={({ target }) => onChange({ [name]: target.value || undefined })}
          />
        ))}
      </div>
    </details>
  );
}

function ResourceFields({ search, onChange }: FilterPanelProps) {
  const { bookings: texts } = useTexts();
  const { list } = useResources();
  const any = { value: '', label: texts.any };
  const shown = search.resource === undefined ? list : list.filter(({ id }) => id === search.resource);
  const plans = shown.flatMap(({ name: resource, ratePlans }) =>
    ratePlans.map(({ id, name }) => ({
      value: id,
      label: search.resource === undefined ? `${name} · ${resource}` : name,
    })),
  );
  return (
    <>
      <SelectField
        label={texts.resource}
        choices={[any, ...list.map(({ id, name }) => ({ value: id, label: name }))]}
        value={search.resource ?? ''}
        onChange={({ target }) => onChange({ resource: target.value || undefined, plan: undefined })}
      />
      <SelectField
        label={texts.ratePlan}
        choices={[any, ...plans]}
        value={search.plan ?? ''}
        onChange={({ target }) => onChange({ plan: target.value || undefined })}
      />
    </>
  );
}

function Columns() {
  const texts = useTexts();
  const { hiddenColumns } = usePreferences();
  const optional = COLUMNS.slice(1);
  return (
    <details className={css.columns}>
      <summary>{texts.bookings.columns}</summary>
      <CheckGroup
        label={texts.bookings.columns}
        choices={optional.map(({ name, title }) => ({ value: name, label: title(texts) }))}
        values={optional.map(({ name }) => name).filter((name) => !hiddenColumns.includes(name))}
        onChange={(shown) =>
          changePreferences({
            hiddenColumns: optional.map(({ name }) => name).filter((name) => !shown.includes(name)),
          })
        }
      />
    </details>
  );
}
