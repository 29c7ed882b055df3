import type { HistoryEntry } from '../api/records.ts';
import { useTexts } from '../texts/use-texts.ts';
import { useValueWords } from './use-value-words.ts';

interface ChangedValuesProps {
  readonly changes: HistoryEntry['changes'];
  readonly currency: string;
  readonly timeZone: string;
  /** Fields that are said elsewhere. */
  readonly without?: readonly string[];
}

/** What a field was, and what it became; of a hidden value the name alone stands elsewhere. */
export function ChangedValues({ changes, currency, timeZone, without = [] }: ChangedValuesProps) {
  const { booking: texts } = useTexts();
  const wordsOf = useValueWords({ currency, timeZone });
  const lines = changes.flatMap(({ field, before, after }) => {
    const [was, is] = [wordsOf(field, before), wordsOf(field, after)];
    if (without.includes(field) || (was === null && is === null)) return [];
    return [{ field, was: was ?? '–', is: is ?? '–' }];
  });
  return lines.map(({ field, was, is }) => (
    <p key={field}>
      {texts.fields[field] ?? field}: <bdi>{was}</bdi> → <bdi>{is}</bdi>
    </p>
  ));
}
