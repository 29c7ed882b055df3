import type { ManageTexts } from './manage-texts.ts';
import { germanManage } from './texts-de.ts';
import { englishManage } from './texts-en.ts';
import { spanishManage } from './texts-es.ts';
import { frenchManage } from './texts-fr.ts';

const languages: Readonly<Record<string, ManageTexts>> = {
  en: englishManage,
  de: germanManage,
  fr: frenchManage,
  es: spanishManage,
};

export interface ManageLanguage {
  /** For dates and prices. */
  readonly locale: string;
  readonly textLanguage: string;
  readonly texts: ManageTexts;
}

/** The first candidate that is a language tag, with its texts or English ones. */
export function chooseManageLanguage(candidates: readonly (string | null | undefined)[]): ManageLanguage {
  const locale = candidates.find((tag) => typeof tag === 'string' && isLanguageTag(tag)) ?? 'en';
  const { language } = new Intl.Locale(locale);
  const texts = languages[language];
  return { locale, textLanguage: texts === undefined ? 'en' : language, texts: texts ?? englishManage };
}

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
