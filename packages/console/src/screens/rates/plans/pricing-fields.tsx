import { WEEKDAYS } from '../../../domain/prices/pricing-draft.ts';
import { PRICING_POINTER } from '../../../domain/prices/read-pricing.ts';
import { useFormats, useTexts } from '../../../texts/use-texts.ts';
import { TextField } from '../../../ui/fields/field.tsx';
import { ListFields } from './list-fields.tsx';
import { OccupancyFields } from './occupancy-fields.tsx';
import css from './plans.module.css';
import type { PricingFieldsProps } from './pricing-fields-props.ts';
import { SeasonFields } from './season-fields.tsx';

/** A Monday. */
const MONDAY = '2027-06-07';

export function PricingFields(props: PricingFieldsProps) {
  const { draft, currency, faults, set } = props;
  const { prices: texts } = useTexts();
  return (
    <>
      <div className={css.row}>
        <TextField
          label={texts.base}
          hint={`${currency} · ${texts.baseHint}`}
          inputMode="decimal"
          data-autofocus
          value={draft.base}
          fault={faults.at(`${PRICING_POINTER}/baseAmountMinorUnits`)}
          onChange={({ target }) => set({ base: target.value })}
        />
      </div>
      <WeekdayFields {...props} />
      <SeasonFields {...props} />
      <LengthFields {...props} />
      <LeadTimeFields {...props} />
      <OccupancyFields {...props} />
    </>
  );
}

function WeekdayFields({ draft, faults, set }: PricingFieldsProps) {
  const { prices: texts } = useTexts();
  const { weekday } = useFormats();
  const dates = WEEKDAYS.map(
    (day, index) => [day, `${MONDAY.slice(0, 8)}${String(7 + index).padStart(2, '0')}`] as const,
  );
  return (
    <section className={css.list} aria-label={texts.weekdays}>
      <h3>{texts.weekdays}</h3>
      <p className="quiet small">{texts.percentHint}</p>
      <div className={css.days}>
        {dates.map(([day, date]) => (
          <TextField
            key={day}
            label={`${weekday(date, 'short')} %`}
            inputMode="decimal"
            value={draft.weekdays[day]}
            fault={faults.at(`${PRICING_POINTER}/dayOfWeekMultipliersBps/${day}`)}
            onChange={({ target }) => set({ weekdays: { ...draft.weekdays, [day]: target.value } })}
          />
        ))}
      </div>
    </section>
  );
}

function LengthFields({ draft, faults, set }: PricingFieldsProps) {
  const { prices: texts } = useTexts();
  return (
    <ListFields
      title={texts.lengths}
      words={texts.lengthWords}
      items={draft.lengths}
      blank={{ nights: '7', percent: '90' }}
      onChange={(lengths) => set({ lengths })}
    >
      {({ nights, percent }, index, change) => (
        <>
          <TextField
            label={texts.fromNights}
            inputMode="numeric"
            value={nights}
            fault={faults.at(`${PRICING_POINTER}/lengthOfStayTiers/${index}/minNights`)}
            onChange={({ target }) => change({ nights: target.value })}
          />
          <TextField
            label={texts.percent}
            inputMode="decimal"
            value={percent}
            fault={faults.at(`${PRICING_POINTER}/lengthOfStayTiers/${index}/multiplierBps`)}
            onChange={({ target }) => change({ percent: target.value })}
          />
        </>
      )}
    </ListFields>
  );
}

function LeadTimeFields({ draft, faults, set }: PricingFieldsProps) {
  const { prices: texts } = useTexts();
  const at = (index: number): string => `${PRICING_POINTER}/leadTimeTiers/${index}`;
  return (
    <ListFields
      title={texts.leadTimes}
      words={texts.leadTimeWords}
      items={draft.leadTimes}
      blank={{ atLeast: '30', atMost: '', percent: '90' }}
      onChange={(leadTimes) => set({ leadTimes })}
    >
      {({ atLeast, atMost, percent }, index, change) => (
        <>
          <TextField
            label={texts.daysFrom}
            inputMode="numeric"
            value={atLeast}
            fault={faults.at(`${at(index)}/minDaysAhead`)}
            onChange={({ target }) => change({ atLeast: target.value })}
          />
          <TextField
            label={texts.daysTo}
            inputMode="numeric"
            value={atMost}
            fault={faults.at(`${at(index)}/maxDaysAhead`)}
            onChange={({ target }) => change({ atMost: target.value })}
          />
          <TextField
            label={texts.percent}
            inputMode="decimal"
            value={percent}
            fault={faults.at(`${at(index)}/multiplierBps`)}
            onChange={({ target }) => change({ percent: target.value })}
          />
        </>
      )}
    </ListFields>
  );
}
