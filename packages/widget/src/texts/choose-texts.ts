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

/** The first candidate that is a language tag, with its texts or English ones; `preferred` may know its region. */
export function chooseLanguage(
  candidates: readonly (string | null | undefined)[],
  own: Partial<Texts> | null,
  preferred: readonly string[] = [],
): Language {
  const tag = candidates.find((one) => one !== null && one !== undefined && isLanguageTag(one)) ?? 'en';
  const { language, region } = new Intl.Locale(tag);
  const locale = region === undefined ? (preferred.find((one) => isOf(one, language)) ?? tag) : tag;
  const known = languages[language];
  const texts = { ...(known ?? en), ...own };
  return { locale, textLanguage: known === undefined && own === null ? 'en' : language, texts };
}

function isOf(tag: string, language: string): boolean {
  return isLanguageTag(tag) && new Intl.Locale(tag).language === language;
}

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
