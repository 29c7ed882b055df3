import type { TaxDraft } from '../../domain/terms/tax-draft.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import css from './terms.module.css';
import type { Faults } from '../../ui/faults/use-faults.ts';

type Bands = TaxDraft['bands'];

interface AgeBandsProps {
  readonly bands: Bands;
  readonly faults: Faults;
  readonly onChange: (bands: Bands) => void;
}

/** Persons of these ages pay another amount. */
export function AgeBands({ bands, faults, onChange }: AgeBandsProps) {
  const { terms: texts } = useTexts();
  return (
    <>
      <h3>{texts.ageBands}</h3>
      {bands.map((band, index) => {
        const set = (changed: Partial<Bands[number]>): void =>
          onChange(bands.with(index, { ...band, ...changed }));
        return (
          <fieldset key={index} className={css.group}>
            <legend>{texts.bandNumber(index + 1)}</legend>
            <TextField
              label={texts.fromAge}
              type="number"
              min={0}
              value={band.fromAge}
              fault={faults.at(`/ageBands/${index}/fromAge`)}
              onChange={({ target }) => set({ fromAge: target.value })}
            />
            <TextField
              label={texts.toAge}
              type="number"
              min={0}
              value={band.toAge}
              fault={faults.at(`/ageBands/${index}/toAge`)}
              onChange={({ target }) => set({ toAge: target.value })}
            />
            <TextField
              label={texts.amount}
              inputMode="decimal"
              value={band.amount}
              fault={faults.at(`/ageBands/${index}/amountMinorUnits`)}
              onChange={({ target }) => set({ amount: target.value })}
            />
            <Button kind="quiet" className={css.remove} onPress={() => onChange(bands.toSpliced(index, 1))}>
              {texts.removeBand(index + 1)}
            </Button>
          </fieldset>
        );
      })}
      <Button kind="quiet" onPress={() => onChange([...bands, { fromAge: '0', toAge: '', amount: '0' }])}>
        {texts.addBand}
      </Button>
    </>
  );
}
