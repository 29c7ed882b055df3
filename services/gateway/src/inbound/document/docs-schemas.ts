import { html, prose } from './html.ts';
import type { Markup } from './html.ts';
import type { Json } from './json-schemas.ts';

export function fieldsOf(schema: Json): Markup {
  const { properties } = schema;
  if (typeof properties !== 'object' || properties === null) return html`<p>${shapeOf(schema)}</p>`;
  const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  const rows = Object.entries(properties).map(([name, field]) => {
    const needed = required.includes(name) ? '' : html`<br /><span class="soft">optional</span>`;
    const nested = nestedFields(field);
    return html`<tr>
      <td><code>${name}</code>${needed}</td>
      <td>${shapeOf(field)}</td>
      <td>${prose(Object(field).description)}${nested}</td>
    </tr>`;
  });
  return html`<table>
    ${rows}
  </table>`;
}

function nestedFields(field: unknown): Markup | '' {
  const { properties, items } = Object(field);
  if (properties !== undefined) return fieldsOf(Object(field));
  return Object(items).properties === undefined ? '' : fieldsOf(Object(items));
}

export function shapeOf(schema: unknown): Markup {
  const {
    $ref,
    type,
    format,
    items,
    anyOf,
    enum: values,
    const: value,
    pattern,
    minimum,
    maximum,
  } = Object(schema);
  if (typeof $ref === 'string') {
    const name = $ref.split('/').at(-1);
    return html`<a href="#shape-${name}">${name}</a>`;
  }
  if (Array.isArray(anyOf))
    return html`${anyOf.map((one, at) => html`${at === 0 ? '' : ' or '}${shapeOf(one)}`)}`;
  if (items !== undefined) return html`list of ${shapeOf(items)}`;
  if (value !== undefined) return html`<code>${JSON.stringify(value)}</code>`;
  if (Array.isArray(values)) return html`${values.map((one) => html`<code>${one}</code> `)}`;
  const name = (Array.isArray(type) ? type : [type]).join(' or ');
  const bounds = [
    format,
    pattern,
    minimum === undefined ? undefined : `≥ ${minimum}`,
    maximum === undefined ? undefined : `≤ ${maximum}`,
  ];
  const told = bounds.filter((bound) => bound !== undefined).join(', ');
  return html`${name}${told === '' ? '' : html` <span class="soft">${told}</span>`}`;
}
