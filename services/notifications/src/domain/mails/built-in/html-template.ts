import type { MailKind, MailLanguage } from '../mail-kind.ts';
import type { Phrases } from '../phrases/phrases.ts';
import { htmlPage } from './html-page.ts';
import { sectionsOf } from './sections.ts';
import type { Row, Section } from './sections.ts';
import { guarded } from './text-template.ts';

export function htmlTemplate(kind: MailKind, language: MailLanguage, phrases: Phrases): string {
  const title = phrases.titles[kind];
  const content = [
    `<h1>${title}</h1>`,
    `<p dir="auto">{% if guest.name %}${phrases.greeting}{% else %}${phrases.greetingWithoutName}{% endif %}</p>`,
    `<p>${phrases.intros[kind]}</p>`,
    ...sectionsOf(kind, phrases).map(htmlSection),
    `{% if manage.url %}<p style="margin:28px 0 12px"><a href="{{ manage.url }}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:{{ property.accentColor }};color:{{ property.accentTextColor }};text-decoration:none;font-weight:bold">${phrases.manage}</a></p>{% endif %}`,
    `<p style="margin-top:28px">${phrases.question}</p>`,
    `<p>${phrases.closing}<br>{{ property.name }}</p>`,
  ];
  return htmlPage(language, title, content.join('\n'));
}

function htmlSection({ title, when, rows, sentences, hasAmounts = false }: Section): string {
  const table =
    rows.length === 0
      ? ''
      : `<table width="100%" style="width:100%"${hasAmounts ? ' class="amounts"' : ''}>\n${rows.map(htmlRow).join('\n')}\n</table>`;
  const list =
    sentences === undefined ? '' : `{% for sentence in ${sentences} %}<p>{{ sentence }}</p>{% endfor %}`;
  return guarded(`<h2>${title}</h2>\n${table}${list}`, when);
}

function htmlRow({ label, value, when, each, isTotal = false }: Row): string {
  const row = `<tr class="row${isTotal ? ' total' : ''}"><td dir="auto">${label}</td><td dir="auto" align="right">${value}</td></tr>`;
  if (each !== undefined) return `{% for ${each.item} in ${each.list} %}${row}{% endfor %}`;
  return guarded(row, when);
}
