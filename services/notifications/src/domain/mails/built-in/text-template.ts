import type { MailKind } from '../mail-kind.ts';
import type { Phrases } from '../phrases/phrases.ts';
import { sectionsOf } from './sections.ts';
import type { Row, Section } from './sections.ts';

/** Tags stand where their line is, so that a line that is not there leaves no empty one. */
export function textTemplate(kind: MailKind, phrases: Phrases): string {
  return [
    `{% if guest.name %}${phrases.greeting}{% else %}${phrases.greetingWithoutName}{% endif %}\n`,
    `\n${phrases.intros[kind]}\n`,
    ...sectionsOf(kind, phrases).map((section) => textSection(section, phrases.colon)),
    `{% if manage.url %}\n${phrases.manage}${phrases.colon}{{ manage.url }}\n{% endif %}`,
    `\n${phrases.question}\n\n${phrases.closing}\n{{ property.name }}\n`,
    '{% if property.address %}{{ property.address }}\n{% endif %}',
    '{% if property.phone %}{{ property.phone }}\n{% endif %}',
    '{% if property.email %}{{ property.email }}\n{% endif %}',
    '{% if property.website %}{{ property.website }}\n{% endif %}',
  ].join('');
}

function textSection({ title, when, rows, sentences }: Section, colon: string): string {
  const lines = rows.map((row) => textRow(row, colon));
  if (sentences !== undefined) lines.push(`{% for sentence in ${sentences} %}{{ sentence }}\n{% endfor %}`);
  return guarded(`\n${title.toUpperCase()}\n${lines.join('')}`, when);
}

function textRow({ label, value, when, each }: Row, colon: string): string {
  const line = `${label}${colon}${value}\n`;
  if (each !== undefined) return `{% for ${each.item} in ${each.list} %}${line}{% endfor %}`;
  return guarded(line, when);
}

export function guarded(part: string, when: string | undefined): string {
  return when === undefined ? part : `{% if ${when} %}${part}{% endif %}`;
}
