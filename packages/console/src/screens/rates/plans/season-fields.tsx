import type { SeasonDraft } from '../../../domain/prices/pricing-draft.ts';
import { PRICING_POINTER } from '../../../domain/prices/read-pricing.ts';
import { yearStrips } from '../../../domain/prices/year-strip.ts';
import { useFormats, useTexts } from '../../../texts/use-texts.ts';
import { TextField } from '../../../ui/fields/field.tsx';
import { ListFields } from './list-fields.tsx';
import css from './plans.module.css';
import type { PricingFieldsProps } from './pricing-fields-props.ts';

export function SeasonFields({ draft, faults, set }: PricingFieldsProps) {
  const { prices: texts } = useTexts();
  const at = (index: number): string => `${PRICING_POINTER}/seasons/${index}`;
  return (
    <>
      <ListFields
        title={texts.seasons}
        words={texts.seasonWords}
        items={draft.seasons}
        blank={{ name: '', from: '', until: '', percent: '100' }}
        onChange={(seasons) => set({ seasons })}
      >
        {({ name, from, until, percent }, index, change) => (
          <>
            <TextField
              label={texts.seasonName}
              value={name}
              fault={faults.at(`${at(index)}/name`)}
              onChange={({ target }) => change({ name: target.value })}
            />
            <TextField
              label={texts.firstNight}
              type="date"
              value={from}
              fault={faults.at(`${at(index)}/from`)}
              onChange={({ target }) => change({ from: target.value })}
            />
            <TextField
              label={texts.lastNight}
              type="date"
              value={until}
              fault={faults.at(`${at(index)}/to`)}
              onChange={({ target }) => change({ until: target.value })}
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
      <Strips seasons={draft.seasons} />
    </>
  );
}

/** The seasons on their years, for the eye: the fields say the same. */
function Strips({ seasons }: { readonly seasons: readonly SeasonDraft[] }) {
  const { month } = useFormats();
  const strips = yearStrips(seasons);
  if (strips.length === 0) return null;
  const months = Array.from({ length: 12 }, (_, n) => `2027-${String(n + 1).padStart(2, '0')}-01`);
  const share = (part: number): string => `${part * 100}%`;
  return (
    <div className={css.strips} aria-hidden="true">
      <div className={css.months}>
        {months.map((date) => (
          <span key={date}>{month(date).slice(0, 3)}</span>
        ))}
      </div>
      {strips.map(({ year, parts }) => (
        <div key={year} className={css.strip}>
          <b>{year}</b>
          <div>
            {parts.map(({ name, percent, start, length }, index) => (
              <span key={index} style={{ left: share(start), width: share(length) }}>
                {name} {percent} %
              </span>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
