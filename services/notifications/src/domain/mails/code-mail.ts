import { stayDatesText } from '@lodging/kernel';
import { CODE_WORDS } from './code-words.ts';
import type { MailLanguage } from './mail-language.ts';
import { escapeHtml, plainLine } from './plain-line.ts';

export interface CodeMail {
  /** The name beside the sender's address; null: the one of the setting. */
  readonly fromName: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface CodeStay {
  /** Null where it is not known. */
  readonly resourceName: string | null;
  readonly from: Temporal.PlainDate;
  readonly to: Temporal.PlainDate;
}

export interface CodeToWrite {
  readonly code: string;
  /** The validity that is left. */
  readonly minutes: number;
  readonly language: MailLanguage;
  /** The property, or the tenant; null where it is not known. */
  readonly property: string | null;
  readonly stay: CodeStay | null;
}

/** The subject names the stay, and not the code: lock screens show subjects. */
export function writeCodeMail({ code, minutes, language, stay, ...given }: CodeToWrite): CodeMail {
  const words = CODE_WORDS[language];
  const property = plainLine(given.property ?? '');
  const stayText = stay === null ? '' : stayLine(stay, words.locale);
  const place = [property, stayText].filter((part) => part !== '').join(', ');
  const [life, ignore] = [words.life(minutes), words.ignore];
  // The code first: a name may have digits, too.
  const text = [
    `${words.code} ${code}.`,
    '',
    ...(place === '' ? [] : [`${words.stay}${words.colon}${place}`, '']),
    life,
    ignore,
  ].join('\n');
  const html = [
    `<div lang="${language}">`,
    `<p>${words.code}</p>`,
    `<p style="font-size:2em;letter-spacing:0.2em"><strong>${code}</strong></p>`,
    ...(place === '' ? [] : [`<p>${words.stay}${words.colon}<strong>${escapeHtml(place)}</strong></p>`]),
    `<p>${life}</p>`,
    `<p>${ignore}</p>`,
    '</div>',
  ].join('\n');
  const subject = place === '' ? words.subject : `${words.subject}${words.colon}${place}`;
  return { fromName: property === '' ? null : property, subject, text, html };
}

function stayLine({ resourceName, ...dates }: CodeStay, locale: string): string {
  const name = plainLine(resourceName ?? '');
  return [name, stayDatesText(dates, locale)].filter((part) => part !== '').join(', ');
}
