export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A tagged template: what is filled in is escaped, a list is joined. */
export function html(parts: TemplateStringsArray, ...filled: readonly unknown[]): Markup {
  return new Markup(parts.reduce((text, part, index) => text + write(filled[index - 1]) + part));
}

function write(value: unknown): string {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map((item) => write(item)).join('');
  return plain(value).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

/** The little of Markdown that the document's words use: paragraphs, `code` and **bold**. */
export function prose(text: unknown): Markup[] {
  return plain(text)
    .split(/\n\n+/)
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => html`<p>${inline(paragraph)}</p>`);
}

export function inline(text: string): Markup[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (/^`.+`$/.test(part)) return html`<code>${part.slice(1, -1)}</code>`;
    if (/^\*\*.+\*\*$/s.test(part)) return html`<b>${part.slice(2, -2)}</b>`;
    return html`${part}`;
  });
}
