import type { Texts } from './texts.ts';

export const LANGUAGES = ['en', 'de', 'fr', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

const LOADED: Readonly<Record<Language, () => Promise<{ readonly texts: Texts }>>> = {
  en: () => import('./en.ts'),
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
  es: () => import('./es.ts'),
};

const isLanguage = (tag: string): tag is Language => (LANGUAGES as readonly string[]).includes(tag);

/** The language that was chosen, else the first one of the browser that there is, else English. */
export function chooseLanguage(chosen: string | null, preferred: readonly string[]): Language {
  const tags = [chosen ?? '', ...preferred].map((tag) => tag.split('-')[0]?.toLowerCase() ?? '');
  return tags.find(isLanguage) ?? 'en';
}

/**
 * For dates and prices: the region of the browser where its language is the one of the words. English without a region is
 * that of Great Britain, where the day comes before the month.
 */
export function chooseLocale(
  language: Language,
  region: string | null,
  preferred: readonly string[],
): string {
  if (region !== null) return `${language}-${region}`;
  const own = preferred.find((tag) => tag.startsWith(`${language}-`));
  return own ?? (language === 'en' ? 'en-GB' : language);
}

export async function loadTexts(language: Language): Promise<Texts> {
  return (await LOADED[language]()).texts;
}
