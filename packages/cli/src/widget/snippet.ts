interface Embedded {
  readonly publicUrl: string;
  readonly version: string;
  readonly integrity: string;
  readonly key: string;
}

/** The two lines of a page. The browser refuses a file with another hash. */
export function snippet({ publicUrl, version, integrity, key }: Embedded): string {
  const src = `${publicUrl}/widget/${version}/lodging-booking.js`;
  return [
    tag('script', { type: 'module', src, integrity, crossorigin: 'anonymous' }),
    tag('lodging-booking', { api: publicUrl, 'publishable-key': key }),
  ].join('\n');
}

function tag(name: string, attributes: Readonly<Record<string, string>>): string {
  const written = Object.entries(attributes).map(
    ([attribute, value]) => ` ${attribute}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`,
  );
  return `<${name}${written.join('')}></${name}>`;
}
