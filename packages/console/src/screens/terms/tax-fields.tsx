import { countsNights, hasBase, isPerPerson } from '../../domain/terms/tax-draft.ts';
import type { TaxDraft } from '../../domain/terms/tax-draft.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { SelectField, Switch, TextField } from '../../ui/fields/field.tsx';
import { AgeBands } from './age-bands.tsx';
import { NameFields } from './name-fields.tsx';
import { ScopeFields } from './scope-fields.tsx';
import css from './terms.module.css';
import type { Faults } from '../../ui/faults/use-faults.ts';

export interface TaxFieldsProps {
  readonly draft: TaxDraft;
  readonly isNew: boolean;
  readonly faults: Faults;
  readonly onChange: (draft: TaxDraft) => void;
}

type PartProps = Pick<TaxFieldsProps, 'draft' | 'faults'> & {
  readonly set: (changed: Partial<TaxDraft>) => void;
};

const KINDS = ['tax', 'fee'] as const;
const BASES = ['percent', 'per_stay', 'per_night', 'per_person_per_stay', 'per_person_per_night'] as const;
const PERCENT_BASES = ['accommodation', 'accommodation_and_fees', 'all'] as const;
const COLLECTS = ['online', 'property'] as const;

export function TaxFields({ draft, isNew, faults, onChange }: TaxFieldsProps) {
  const { terms: texts } = useTexts();
  const set = (changed: Partial<TaxDraft>): void => onChange({ ...draft, ...changed });
  return (
    <>
      <NameFields draft={draft} isNew={isNew} faults={faults} set={set} />
      <div className={css.row}>
        <SelectField
          label={texts.kind}
          choices={KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
          value={draft.kind}
          onChange={({ target }) => {
            const kind = target.value as TaxDraft['kind'];
            set({ kind, refundable: kind === 'tax' });
          }}
        />
        <SelectField
          label={texts.basis}
          choices={BASES.map((value) => ({ value, label: texts.bases[value] }))}
          value={draft.basis}
          onChange={({ target }) => set({ basis: target.value as TaxDraft['basis'] })}
        />
      </div>
      <Amounts draft={draft} faults={faults} set={set} />
      <Payment draft={draft} faults={faults} set={set} />
      {countsNights(draft) && <Nights draft={draft} faults={faults} set={set} />}
      <ScopeFields
        scope={draft.appliesTo}
        fault={faults.at('/appliesTo')}
        onChange={(appliesTo) => set({ appliesTo })}
      />
      <div className={css.row}>
        <TextField
          label={texts.position}
          type="number"
          hint={texts.positionHint}
          value={draft.position}
          fault={faults.at('/position')}
          onChange={({ target }) => set({ position: target.value })}
        />
        <Switch label={texts.enabled} isOn={draft.enabled} onChange={(enabled) => set({ enabled })} />
      </div>
    </>
  );
}

function Amounts({ draft, faults, set }: PartProps) {
  const { terms: texts } = useTexts();
  if (draft.basis === 'percent')
    return (
      <div className={css.row}>
        <TextField
          label={texts.rate}
          inputMode="decimal"
          value={draft.percent}
          fault={faults.at('/rateBps')}
          onChange={({ target }) => set({ percent: target.value })}
        />
        {hasBase(draft) && (
          <SelectField
            label={texts.of}
            choices={PERCENT_BASES.map((value) => ({ value, label: texts.percentBases[value] }))}
            value={draft.of}
            fault={faults.at('/of')}
            onChange={({ target }) => set({ of: target.value as TaxDraft['of'] })}
          />
        )}
      </div>
    );
  return (
    <>
      <div className={css.row}>
        <TextField
          label={texts.amount}
          inputMode="decimal"
          value={draft.amount}
          fault={faults.at('/amountMinorUnits')}
          onChange={({ target }) => set({ amount: target.value })}
        />
        <TextField
          label={texts.currency}
          maxLength={3}
          value={draft.currency}
          fault={faults.at('/currency')}
          onChange={({ target }) => set({ currency: target.value.toUpperCase() })}
        />
      </div>
      {isPerPerson(draft) && (
        <AgeBands bands={draft.bands} faults={faults} onChange={(bands) => set({ bands })} />
      )}
    </>
  );
}

function Payment({ draft, faults, set }: PartProps) {
  const { terms: texts } = useTexts();
  return (
    <div className={css.row}>
      <div className={css.switches}>
        <Switch label={texts.inclusive} isOn={draft.inclusive} onChange={(on) => set({ inclusive: on })} />
        <Switch
          label={texts.refundable}
          isOn={draft.refundable}
          onChange={(refundable) => set({ refundable })}
        />
        {!draft.inclusive && (
          <Switch
            label={texts.exemptible}
            isOn={draft.exemptible}
            onChange={(exemptible) => set({ exemptible })}
          />
        )}
      </div>
      {!draft.inclusive && (
        <SelectField
          label={texts.collect}
          choices={COLLECTS.map((value) => ({ value, label: texts.collects[value] }))}
          value={draft.collect}
          fault={faults.at('/collect')}
          onChange={({ target }) => set({ collect: target.value as TaxDraft['collect'] })}
        />
      )}
    </div>
  );
}

function Nights({ draft, faults, set }: PartProps) {
  const { terms: texts } = useTexts();
  return (
    <div className={css.row}>
      <TextField
        label={texts.skipNights}
        type="number"
        min={0}
        value={draft.skipNights}
        fault={faults.at('/skipNights')}
        onChange={({ target }) => set({ skipNights: target.value })}
      />
      <TextField
        label={texts.maxNights}
        type="number"
        min={1}
        hint={texts.maxHint}
        value={draft.maxNights}
        fault={faults.at('/maxNights')}
        onChange={({ target }) => set({ maxNights: target.value })}
      />
      <TextField
        label={texts.firstDate}
        type="date"
        value={draft.from}
        fault={faults.at('/from')}
        onChange={({ target }) => set({ from: target.value })}
      />
      <TextField
        label={texts.lastDate}
        type="date"
        value={draft.until}
        fault={faults.at('/to')}
        onChange={({ target }) => set({ until: target.value })}
      />
    </div>
  );
}
