import { formatsOf, localeOf } from './formats.ts';
import { LINK_WORDS } from './link-words.ts';
import { languageOf } from './mail-kind.ts';
import type { MailSettings } from './mail-settings.ts';
import { oneLine } from './mail-variables.ts';
import { MAX_SUBJECT, plainLine } from './plain-line.ts';

/** The stay that a link opens. */
export interface LinkedStay {
  readonly reference: string;
  readonly room: string | null;
  readonly startsAt: Temporal.Instant;
  readonly endsAt: Temporal.Instant;
  readonly timeZone: string;
}

export interface LinkMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export function writeLinkMail(
  settings: MailSettings,
  stay: LinkedStay,
  { url, guestLanguage, livemode }: { url: string; guestLanguage: string | null; livemode: boolean },
): LinkMail {
  const language = languageOf(guestLanguage, settings.languages);
  const words = LINK_WORDS[language];
  const formats = formatsOf(localeOf(language, guestLanguage), stay.timeZone);
  const property = oneLine(settings.propertyName) ?? '';
  const room = oneLine(stay.room);
  const rows: [string, string][] = [
    [words.reference, stay.reference],
    [words.arrival, formats.date(stay.startsAt)],
    [words.departure, formats.date(stay.endsAt)],
    ...(room === null ? [] : [[words.room, room] as [string, string]]),
  ];
  const subject = plainLine(words.subject(property), MAX_SUBJECT);
  const text = [
    words.intro(property),
    '',
    url,
    '',
    ...rows.map((row) => row.join(': ')),
    '',
    words.ignore,
    '',
  ].join('\n');
  return {
    subject: livemode ? subject : `[Test] ${subject}`,
    text,
    html: htmlOf(language, words, rows, { property, url }),
  };
}

function htmlOf(
  language: string,
  { intro, button, ignore }: (typeof LINK_WORDS)['en'],
  rows: readonly (readonly [string, string])[],
  { property, url }: { readonly property: string; readonly url: string },
): string {
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">',
    `<title>${escaped(property)}</title></head><body style="font-family:sans-serif;font-size:16px;line-height:1.5">`,
    `<p dir="auto">${escaped(intro(property))}</p>`,
    `<p><a href="${escaped(url)}">${escaped(button)}</a></p>`,
    `<p>${rows.map(([label, value]) => `${escaped(label)}: <bdi>${escaped(value)}</bdi>`).join('<br>')}</p>`,
    `<p>${escaped(ignore)}</p>`,
    '</body></html>',
  ].join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
