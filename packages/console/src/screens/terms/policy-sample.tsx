import type { components } from '@lodging/client';
import { addDays } from '@lodging/format';
import { useState } from 'react';
import { todayIn } from '../../api/clock.ts';
import { useResources } from '../../api/queries/resources.ts';
import { useSession } from '../../api/session.ts';
import { readAmount, separatorsOf } from '../../domain/amount-input.ts';
import type { PolicyUpdate } from '../../domain/terms/policy-draft.ts';
import { deadlinesOf, penaltyWords } from '../../domain/terms/policy-words.ts';
import { sampleAmounts } from '../../domain/terms/sample-stay.ts';
import type { SampleStay } from '../../domain/terms/sample-stay.ts';
import { useFormats, useLanguage, useTexts } from '../../texts/use-texts.ts';
import { TextField } from '../../ui/fields/field.tsx';
import css from './terms.module.css';

const SAMPLE_DAYS = 30;
const USUAL_CHECK_IN = '15:00';
const MOST_NIGHTS = 366;

/** A stay that is typed here alone, and what the policy keeps of it at each time. */
export function PolicySample({ policy }: { readonly policy: PolicyUpdate | null }) {
  const { terms: texts } = useTexts();
  const { tenant } = useSession();
  const separators = separatorsOf(useLanguage());
  const [arrival, setArrival] = useState(() => addDays(todayIn(tenant.timezone), SAMPLE_DAYS));
  const [nights, setNights] = useState('3');
  const [price, setPrice] = useState('300');
  const currency = tenant.defaultCurrency;
  const amount = readAmount(price, currency, separators);
  const count = /^\d{1,3}$/.test(nights.trim()) ? Number(nights) : 0;
  const isCount = count >= 1 && count <= MOST_NIGHTS;
  return (
    <>
      <TextField
        label={texts.sample}
        type="date"
        value={arrival}
        onChange={({ target }) => target.value !== '' && setArrival(target.value)}
      />
      <TextField
        label={texts.sampleNights}
        inputMode="numeric"
        value={nights}
        fault={isCount ? undefined : texts.faults}
        onChange={({ target }) => setNights(target.value)}
      />
      <TextField
        label={texts.samplePrice}
        inputMode="decimal"
        hint={currency}
        value={price}
        fault={amount.ok ? undefined : texts.faults}
        onChange={({ target }) => setPrice(target.value)}
      />
      {policy !== null && amount.ok && isCount && (
        <Timeline
          {...{ policy, arrival }}
          stay={{ nights: count, minorUnits: amount.minorUnits, currency }}
        />
      )}
    </>
  );
}

interface TimelineProps {
  readonly policy: PolicyUpdate;
  readonly arrival: string;
  readonly stay: SampleStay;
}

function Timeline({ policy, arrival, stay }: TimelineProps) {
  const { terms: texts, policy: words } = useTexts();
  const { list } = useResources();
  const formats = useFormats();
  const { steps = [], referenceTime = null, afterwards, noShow } = policy;
  const checkInTime = list[0]?.checkInTime ?? USUAL_CHECK_IN;
  const amounts = (penalty: components['schemas']['Penalty']): string => {
    const found = sampleAmounts(penalty, stay);
    if (found === null) return penaltyWords(penalty, words, formats);
    const price = (minorUnits: bigint): string => formats.price(String(minorUnits), stay.currency);
    return texts.sampleAmounts(price(found.kept), price(found.back));
  };
  return (
    <ol className={css.sentences} aria-label={texts.timeline}>
      {deadlinesOf({ steps, referenceTime }, arrival, checkInTime).map(({ date, time, penalty }, index) => (
        <li key={index}>{texts.sampleLine(formats.date(date), time, amounts(penalty))}</li>
      ))}
      <li>{words.afterwards(amounts(afterwards))}</li>
      <li>{words.noShow(amounts(noShow))}</li>
    </ol>
  );
}
