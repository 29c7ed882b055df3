import { formatsOf } from '@lodging/format';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { chooseLanguage, chooseLocale, loadTexts } from '../texts/choose-texts.ts';
import { WordsContext } from '../texts/use-texts.ts';
import type { Words } from '../texts/use-texts.ts';
import { usePreferences } from './preferences.ts';

/** Loads the words of the language, and shows nothing without them. */
export function Worded({ children }: { readonly children: ReactNode }) {
  const preferences = usePreferences();
  const [words, setWords] = useState<Words | null>(null);
  const language = chooseLanguage(preferences.language, navigator.languages);
  const locale = chooseLocale(language, preferences.region, navigator.languages);
  useEffect(() => {
    let isCurrent = true;
    void loadTexts(language).then((texts) => {
      document.documentElement.lang = language;
      if (isCurrent) setWords({ language, locale, texts, formats: formatsOf(locale, language) });
    });
    return () => {
      isCurrent = false;
    };
  }, [language, locale]);
  return words && <WordsContext value={words}>{children}</WordsContext>;
}
