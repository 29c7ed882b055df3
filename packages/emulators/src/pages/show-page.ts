/** Text that is markup. Any other text in a page is escaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type PageValue = string | number | null | undefined | Markup | readonly Markup[];

export function html(parts: TemplateStringsArray, ...values: readonly PageValue[]): Markup {
  const filled = parts.map((part, index) => part + (index < values.length ? asMarkup(values[index]) : ''));
  return new Markup(filled.join(''));
}

export function page(title: string, content: Markup, note: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:30rem;margin:3rem auto;padding:0 1rem}button{font:inherit;display:block;width:100%;padding:.6rem;margin:.4rem 0}.error{color:#b00020}.note{color:#666;font-size:.85rem}</style>
</head>
<body>${content.text}<p class="note">${escape(note)}</p></body>
</html>
`;
}

function asMarkup(value: PageValue): string {
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object' && value !== null) return value.map(asMarkup).join('');
  return escape(String(value ?? ''));
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
