import { emptyOccupancy } from '../../../domain/prices/pricing-draft.ts';
import type { OccupancyDraft } from '../../../domain/prices/pricing-draft.ts';
import { PRICING_POINTER } from '../../../domain/prices/read-pricing.ts';
import { useTexts } from '../../../texts/use-texts.ts';
import { Switch, TextField } from '../../../ui/fields/field.tsx';
import { ListFields } from './list-fields.tsx';
import css from './plans.module.css';
import type { PricingFieldsProps } from './pricing-fields-props.ts';

const AT = `${PRICING_POINTER}/occupancy`;

/** What a party pays beyond the guests that the base price is for. */
export function OccupancyFields({ draft, currency, faults, set }: PricingFieldsProps) {
  const { prices: texts } = useTexts();
  const { occupancy } = draft;
  const change = (changed: Partial<OccupancyDraft>): void =>
    set({ occupancy: { ...(occupancy ?? emptyOccupancy), ...changed } });
  return (
    <section className={css.list} aria-label={texts.occupancy}>
      <h3>{texts.occupancy}</h3>
      <Switch
        label={texts.byOccupancy}
        isOn={occupancy !== null}
        onChange={(isOn) => set({ occupancy: isOn ? emptyOccupancy : null })}
      />
      {occupancy !== null && (
        <>
          <PartyFields {...{ occupancy, currency, faults, change }} />
          <ChildFields {...{ occupancy, currency, faults, change }} />
        </>
      )}
    </section>
  );
}

interface PartyFieldsProps extends Pick<PricingFieldsProps, 'currency' | 'faults'> {
  readonly occupancy: OccupancyDraft;
  readonly change: (changed: Partial<OccupancyDraft>) => void;
}

/** What a child of each age pays a night. */
function ChildFields({ occupancy, faults, change }: PartyFieldsProps) {
  const { prices: texts } = useTexts();
  return (
    <ListFields
      title={texts.children}
      hint={texts.childrenHint}
      words={texts.childWords}
      items={occupancy.children}
      blank={{ fromAge: '', toAge: '', amount: '' }}
      onChange={(children) => change({ children })}
    >
      {(child, index, setChild) => (
        <>
          <TextField
            label={texts.fromAge}
            inputMode="numeric"
            value={child.fromAge}
            fault={faults.at(`${AT}/children/${index}/fromAge`)}
            onChange={({ target }) => setChild({ fromAge: target.value })}
          />
          <TextField
            label={texts.toAge}
            inputMode="numeric"
            value={child.toAge}
            fault={faults.at(`${AT}/children/${index}/toAge`)}
            onChange={({ target }) => setChild({ toAge: target.value })}
          />
          <TextField
            label={texts.perNight}
            inputMode="decimal"
            value={child.amount}
            fault={faults.at(`${AT}/children/${index}/amountMinorUnits`)}
            onChange={({ target }) => setChild({ amount: target.value })}
          />
        </>
      )}
    </ListFields>
  );
}

function PartyFields({ occupancy, currency, faults, change }: PartyFieldsProps) {
  const { prices: texts } = useTexts();
  return (
    <div className={css.row}>
      <TextField
        label={texts.includedAdults}
        inputMode="numeric"
        value={occupancy.includedAdults}
        fault={faults.at(`${AT}/includedAdults`)}
        onChange={({ target }) => change({ includedAdults: target.value })}
      />
      <TextField
        label={texts.extraAdult}
        hint={`${currency} · ${texts.aNight}`}
        inputMode="decimal"
        value={occupancy.extraAdult}
        fault={faults.at(`${AT}/extraAdultMinorUnits`)}
        onChange={({ target }) => change({ extraAdult: target.value })}
      />
      <TextField
        label={texts.single}
        hint={texts.singleHint}
        inputMode="decimal"
        value={occupancy.single}
        fault={faults.at(`${AT}/singleAdultMultiplierBps`)}
        onChange={({ target }) => change({ single: target.value })}
      />
      <TextField
        label={texts.includedChildren}
        hint={texts.includedChildrenHint}
        inputMode="numeric"
        value={occupancy.includedChildren}
        fault={faults.at(`${AT}/includedChildren`)}
        onChange={({ target }) => change({ includedChildren: target.value })}
      />
    </div>
  );
}
