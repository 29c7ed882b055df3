import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LodgingBooking } from '../src/lodging-booking.ts';
import {
  ATTRIBUTES,
  CSS_PARTS,
  CSS_PROPERTIES,
  describeElement,
  EVENTS,
  PROPERTIES,
} from './describe-element.ts';

const root = join(import.meta.dirname, '..');
const sources = globSync('src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }).map((file) =>
  readFileSync(join(root, file), 'utf8'),
);
const named = (pattern: RegExp): string[] =>
  [
    ...new Set(sources.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name))),
  ].toSorted();
const sorted = (record: object): string[] => Object.keys(record).toSorted();

interface Declared {
  readonly attribute?: string | boolean;
  readonly type?: unknown;
  readonly state?: boolean;
}
const declared = Object.entries<Declared>(LodgingBooking.properties).filter(
  ([, { state }]) => state !== true,
);

it('the attributes and properties are those of the component', () => {
  const attributes = declared.filter(([, { attribute }]) => attribute !== false);
  expect(
    Object.fromEntries(
      Object.entries(ATTRIBUTES).map(([name, { property, type }]) => [name, [property ?? name, type]]),
    ),
  ).toEqual(
    Object.fromEntries(
      attributes.map(([property, { attribute, type }]) => [
        attribute ?? property,
        [property, type === Boolean ? 'boolean' : 'string'],
      ]),
    ),
  );
  expect(sorted(PROPERTIES)).toEqual(
    declared.filter(([, { attribute }]) => attribute === false).map(([property]) => property),
  );
});

it('the events, style properties and parts are those of the sources', () => {
  expect(sorted(EVENTS)).toEqual(named(/dispatch\('(lodging-\w+)'/g));
  expect(sorted(CSS_PROPERTIES)).toEqual(named(/var\((--lodging-[\w-]+)/g));
  expect(sorted(CSS_PARTS)).toEqual(named(/\bpart="(\w+)"/g));
});

it('the README names each of them', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  for (const names of [ATTRIBUTES, PROPERTIES, EVENTS, CSS_PROPERTIES, CSS_PARTS])
    for (const name of Object.keys(names)) expect(readme).toContain(`\`${name}\``);
});

it('the manifest has the form that tools read', () => {
  expect(describeElement()).toMatchObject({
    schemaVersion: '1.0.0',
    modules: [
      {
        path: 'lib/index.js',
        declarations: [
          {
            customElement: true,
            tagName: 'lodging-booking',
            attributes: expect.arrayContaining([
              expect.objectContaining({ name: 'publishable-key', fieldName: 'publishableKey' }),
            ]),
          },
        ],
        exports: [{ kind: 'js' }, { kind: 'custom-element-definition', name: 'lodging-booking' }],
      },
    ],
  });
});
