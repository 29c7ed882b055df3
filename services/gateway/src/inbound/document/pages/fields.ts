import { recordAnchor } from '../anchors.ts';
import { nameOf } from '../open-api.ts';
import type { Schema } from '../open-api.ts';
import { html } from './html.ts';
import type { Markup } from './html.ts';
import { inline } from './text.ts';

export interface FieldRow {
  readonly name: string;
  readonly schema: Schema;
  readonly description?: string | undefined;
  readonly isRequired: boolean;
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'UUID',
  'date-time': 'timestamp',
  date: 'date',
  email: 'e-mail address',
  uri: 'URL',
};

/** A table with a row for each field; fields of nested objects follow theirs, with the whole path as their name. */
export function fieldTable(caption: string, rows: readonly FieldRow[]): Markup {
  return html`<table class="fields">
    <caption>
      ${caption}
    </caption>
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Description</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(fieldRow)}
    </tbody>
  </table>`;
}

function fieldRow({ name, schema, description, isRequired }: FieldRow): Markup {
  const text = description ?? schema.description;
  return html`<tr>
    <th scope="row"><code>${name}</code>${isRequired ? html` <b class="required">required</b>` : ''}</th>
    <td>
      <p class="type">${typeOf(schema)}${limitsOf(schema)}</p>
      ${text === undefined ? '' : html`<p>${inline(text)}</p>`}${choices(schema)}
    </td>
  </tr>`;
}

export function fieldRows(schema: Schema, prefix = ''): FieldRow[] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const { inner, suffix } = nestedObject(field);
    const row = { name: path, schema: field, isRequired: required.has(name) };
    return inner === undefined ? [row] : [row, ...fieldRows(inner, `${path}${suffix}.`)];
  });
}

/** An object that is written within a field, directly, in a list, or beside null. */
function nestedObject(schema: Schema): { readonly inner: Schema | undefined; readonly suffix: string } {
  if (schema.properties !== undefined) return { inner: schema, suffix: '' };
  if (schema.items !== undefined) {
    const { inner, suffix } = nestedObject(schema.items);
    return { inner, suffix: `[]${suffix}` };
  }
  const [only, ...others] = alternatives(schema).filter(({ type }) => type !== 'null');
  return only === undefined || others.length > 0 ? { inner: undefined, suffix: '' } : nestedObject(only);
}

function alternatives({ anyOf, oneOf }: Schema): readonly Schema[] {
  return anyOf ?? oneOf ?? [];
}

export function typeOf(schema: Schema): Markup {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    return html`<a href="${recordAnchor(name)}">${name}</a>`;
  }
  const choice = alternatives(schema);
  if (choice.length > 0) {
    return html`${choice.map((one, index) => (index === 0 ? typeOf(one) : html` or ${typeOf(one)}`))}`;
  }
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.type === 'array') return html`list of ${typeOf(schema.items ?? {})}`;
  if (schema.additionalProperties?.type !== undefined || schema.additionalProperties?.anyOf !== undefined)
    return html`map of ${typeOf(schema.additionalProperties)}`;
  const named = schema.format && FORMATS[schema.format];
  return html`${named ?? [schema.type ?? 'any value'].flat().join(' or ')}`;
}

/** The values of an enum, of the field itself or of its items. */
function choices(schema: Schema): Markup {
  const [values] = within(schema).flatMap((one) => (one.enum === undefined ? [] : [one.enum]));
  if (values === undefined) return html``;
  return html`<p>
    One of ${values.map((value, index) => html`${index === 0 ? '' : ', '}<code>${value}</code>`)}.
  </p>`;
}

function within(schema: Schema): readonly Schema[] {
  const nested = [...alternatives(schema), ...(schema.items === undefined ? [] : [schema.items])];
  return [schema, ...nested.flatMap((one) => within(one))];
}

function limitsOf(schema: Schema): Markup[] {
  const own = alternatives(schema).find(({ type }) => type !== 'null') ?? schema;
  const parts = [
    span(own.minLength, own.maxLength, 'characters'),
    span(own.minItems, own.maxItems, 'items'),
    span(undefined, own.maxProperties, 'keys'),
    span(own.minimum, own.maximum, ''),
    own.exclusiveMinimum === undefined ? '' : `above ${own.exclusiveMinimum}`,
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
  ].filter((part) => part !== '');
  const pattern = own.pattern === undefined ? [] : [html`<code>${own.pattern}</code>`];
  return [...parts, ...pattern].map((part) => html` · ${part}`);
}

function span(least: number | undefined, most: number | undefined, unit: string): string {
  const lower = least === 0 && unit !== '' ? undefined : least;
  if (most === undefined) return lower === undefined ? '' : `at least ${amount(lower, unit)}`;
  return lower === undefined ? `at most ${amount(most, unit)}` : `${count(lower)} to ${amount(most, unit)}`;
}

function amount(value: number, unit: string): string {
  if (unit === '') return count(value);
  return `${count(value)} ${value === 1 ? unit.slice(0, -1) : unit}`;
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
