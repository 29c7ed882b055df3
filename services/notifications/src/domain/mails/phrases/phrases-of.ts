import type { MailLanguage } from '../mail-kind.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import type { Phrases } from './phrases.ts';
import { spanish } from './spanish.ts';

const PHRASES: Readonly<Record<MailLanguage, Phrases>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
};

export function phrasesOf(language: MailLanguage): Phrases {
  return PHRASES[language];
}
