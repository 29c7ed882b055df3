import type { MailKind, MailLanguage } from '../mail-kind.ts';
import { phrasesOf } from '../phrases/phrases-of.ts';
import { htmlTemplate } from './html-template.ts';
import { textTemplate } from './text-template.ts';

/** The sources of the parts of a mail, in LiquidJS. Without HTML that part is made from the text. */
export interface MailTemplate {
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
}

export function builtInTemplate(kind: MailKind, language: MailLanguage): MailTemplate {
  const phrases = phrasesOf(language);
  return {
    subject: phrases.subjects[kind],
    text: textTemplate(kind, phrases),
    html: htmlTemplate(kind, language, phrases),
  };
}
