import type { PolicyUpdate } from '../../domain/terms/policy-draft.ts';
import { policySentences } from '../../domain/terms/policy-words.ts';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import { PolicySample } from './policy-sample.tsx';
import css from './terms.module.css';

/** What the policy says, and what it keeps of a sample stay. Null while it cannot be read. */
export function PolicySummary({ policy }: { readonly policy: PolicyUpdate | null }) {
  const { terms: texts, policy: words } = useTexts();
  const formats = useFormats();
  const { steps = [], graceMinutes = 0, graceMinHoursBefore = 0, referenceTime = null } = policy ?? {};
  const rules = { steps, graceMinutes, graceMinHoursBefore, referenceTime };
  return (
    <section className={css.words} aria-label={texts.summary}>
      <h3>{texts.summary}</h3>
      {policy === null && <p className="quiet">{texts.notReadable}</p>}
      {policy !== null && (
        <ul className={css.sentences}>
          {policySentences({ ...policy, ...rules }, words, formats).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <PolicySample policy={policy} />
    </section>
  );
}
