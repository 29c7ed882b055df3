import { addDays } from '@lodging/format';
import { useState } from 'react';
import { todayIn } from '../../api/clock.ts';
import { useResources } from '../../api/queries/resources.ts';
import { useSession } from '../../api/session.ts';
import type { PolicyUpdate } from '../../domain/terms/policy-draft.ts';
import { deadlinesOf, penaltyWords, policySentences } from '../../domain/terms/policy-words.ts';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import { TextField } from '../../ui/fields/field.tsx';
import css from './terms.module.css';

const SAMPLE_DAYS = 30;
const USUAL_CHECK_IN = '15:00';

/** What the policy says, and its deadlines for one arrival. Null while it cannot be read. */
export function PolicySummary({ policy }: { readonly policy: PolicyUpdate | null }) {
  const { terms: texts, policy: words } = useTexts();
  const formats = useFormats();
  const { tenant } = useSession();
  const { list } = useResources();
  const [arrival, setArrival] = useState(() => addDays(todayIn(tenant.timezone), SAMPLE_DAYS));
  if (policy === null) return null;
  const { steps = [], referenceTime = null, graceMinutes = 0, afterwards, noShow } = policy;
  const checkInTime = list[0]?.checkInTime ?? USUAL_CHECK_IN;
  return (
    <section className={css.words} aria-label={texts.summary}>
      <h3>{texts.summary}</h3>
      <ul className={css.sentences}>
        {policySentences({ steps, graceMinutes, afterwards, noShow }, words, formats).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <TextField
        label={texts.sample}
        type="date"
        value={arrival}
        onChange={({ target }) => target.value !== '' && setArrival(target.value)}
      />
      <ol className={css.sentences}>
        {deadlinesOf({ steps, referenceTime }, arrival, checkInTime).map(({ date, time, penalty }, index) => (
          <li key={index}>
            {texts.sampleLine(formats.date(date), time, penaltyWords(penalty, words, formats))}
          </li>
        ))}
        <li>{words.afterwards(penaltyWords(afterwards, words, formats))}</li>
      </ol>
    </section>
  );
}
