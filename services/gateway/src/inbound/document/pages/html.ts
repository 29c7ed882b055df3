export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A tagged template for HTML: text is escaped, lists are joined. The indentation of the template is not sent. */
export function html(parts: TemplateStringsArray, ...filled: readonly unknown[]): Markup {
  const [first = '', ...others] = parts.map((part) => part.replace(/\n\s+/g, '\n'));
  return new Markup(others.reduce((text, part, index) => text + write(filled[index]) + part, first));
}

function write(value: unknown): string {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map((item) => write(item)).join('');
  return plain(value).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}
