import type { Formats } from '@lodging/format';
import { createContext, use } from 'react';
import type { Language } from './choose-texts.ts';
import type { Texts } from './texts.ts';

export interface Words {
  readonly language: Language;
  /** For dates and prices. */
  readonly locale: string;
  readonly texts: Texts;
  readonly formats: Formats;
}

export const WordsContext = createContext<Words | null>(null);

function useWords(): Words {
  const words = use(WordsContext);
  if (words === null) throw new Error('the words are not loaded');
  return words;
}

/** The words of the page in the language of the operator. */
export function useTexts(): Texts {
  return useWords().texts;
}

/** Prices, dates and numbers as that language writes them. */
export function useFormats(): Formats {
  return useWords().formats;
}

export function useLocale(): string {
  return useWords().locale;
}

export function useLanguage(): Language {
  return useWords().language;
}
