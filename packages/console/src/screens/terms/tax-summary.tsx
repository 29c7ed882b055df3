import type { TaxRuleUpdate } from '../../domain/terms/tax-draft.ts';
import { taxSentence } from '../../domain/terms/tax-words.ts';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import css from './terms.module.css';

/** What the rule says. Null while it cannot be read. */
export function TaxSummary({ rule }: { readonly rule: TaxRuleUpdate | null }) {
  const { terms: texts } = useTexts();
  const formats = useFormats();
  if (rule === null) return null;
  const said = {
    basis: rule.basis,
    rateBps: rule.rateBps ?? null,
    of: rule.of ?? null,
    amountMinorUnits: rule.amountMinorUnits ?? null,
    currency: rule.currency ?? null,
    ageBands: rule.ageBands ?? null,
    inclusive: rule.inclusive ?? false,
    collect: rule.collect ?? 'online',
    skipNights: rule.skipNights ?? 0,
    maxNights: rule.maxNights ?? null,
    from: rule.from ?? null,
    to: rule.to ?? null,
  };
  return (
    <section className={css.words} aria-label={texts.summary}>
      <h3>{texts.summary}</h3>
      <p>{taxSentence(said, texts, formats)}</p>
    </section>
  );
}
