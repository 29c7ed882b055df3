import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import type { Texts } from './texts.ts';

const languages: Readonly<Record<string, Texts>> = { en, de, fr, es };

export interface Language {
  /** A tag of BCP 47, for dates and prices. */
  readonly locale: string;
  /** The language of the words, which may be another one. */
  readonly textLanguage: string;
  readonly texts: Texts;
}

/** The first candidate that is a language tag, with its texts or English ones. */
export function chooseLanguage(
  candidates: readonly (string | null | undefined)[],
  own: Partial<Texts> | null,
): Language {
  const locale = candidates.find((tag) => tag !== null && tag !== undefined && isLanguageTag(tag)) ?? 'en';
  const language = new Intl.Locale(locale).language;
  const known = languages[language];
  const texts = { ...(known ?? en), ...own };
  return { locale, textLanguage: known === undefined && own === null ? 'en' : language, texts };
}

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
