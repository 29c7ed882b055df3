import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LodgingBooking } from '../src/lodging-booking.ts';
import { LodgingManage } from '../src/lodging-manage.ts';
import { bookingElement } from './booking-element.ts';
import { CSS_PROPERTIES, describeElements, ELEMENTS } from './describe-elements.ts';
import { manageElement } from './manage-element.ts';

const root = join(import.meta.dirname, '..');
const sources = globSync('src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] });
const ofManage = sources.filter((file) => file.includes('manage'));
const ofBooking = sources.filter((file) => !ofManage.includes(file));
const named = (files: readonly string[], pattern: RegExp): string[] => {
  const texts = files.map((file) => readFileSync(join(root, file), 'utf8'));
  const names = texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name));
  return [...new Set(names)].toSorted();
};
const sorted = (record: object): string[] => Object.keys(record).toSorted();

interface Declared {
  readonly attribute?: string | boolean;
  readonly type?: unknown;
  readonly state?: boolean;
  readonly reflect?: boolean;
}

describe.each([
  { element: bookingElement, component: LodgingBooking, files: ofBooking },
  { element: manageElement, component: LodgingManage, files: ofManage },
])('$element.tagName', ({ element, component, files }) => {
  const declared = Object.entries<Declared>(component.properties).filter(([, { state }]) => state !== true);

  it('has the attributes and properties of the component', () => {
    const attributes = declared.filter(([, { attribute }]) => attribute !== false);
    expect(
      Object.fromEntries(
        Object.entries(element.attributes).map(([name, { property, type }]) => [
          name,
          [property ?? name, type],
        ]),
      ),
    ).toEqual(
      Object.fromEntries(
        attributes.map(([property, { attribute, type }]) => [
          attribute ?? property,
          [property, type === Boolean ? 'boolean' : 'string'],
        ]),
      ),
    );
    expect(sorted(element.properties)).toEqual(
      declared.filter(([, { attribute }]) => attribute === false).map(([property]) => property),
    );
  });

  it('has the events and parts of the sources', () => {
    expect(sorted(element.events?.descriptions ?? {})).toEqual(named(files, /dispatch\('(lodging-\w+)'/g));
    expect(sorted(element.cssParts)).toEqual(named(files, /\bpart="(\w+)"/g));
  });
});

it('the style properties are those of the sources', () => {
  expect(sorted(CSS_PROPERTIES)).toEqual(named(sources, /var\((--lodging-[\w-]+)/g));
});

it('the README names each of them', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const described = ELEMENTS.flatMap(({ attributes, properties, events, cssParts }) => [
    attributes,
    properties,
    events?.descriptions ?? {},
    cssParts,
  ]);
  for (const names of [...described, CSS_PROPERTIES])
    for (const name of Object.keys(names)) expect(readme).toContain(`\`${name}\``);
});

it('the manifest has the form that tools read', () => {
  const module = (path: string, tagName: string): object => ({
    path,
    declarations: [
      {
        customElement: true,
        tagName,
        attributes: expect.arrayContaining([
          expect.objectContaining({ name: 'publishable-key', fieldName: 'publishableKey' }),
        ]),
      },
    ],
    exports: [{ kind: 'js' }, { kind: 'custom-element-definition', name: tagName }],
  });
  expect(describeElements()).toMatchObject({
    schemaVersion: '1.0.0',
    modules: [module('lib/index.js', 'lodging-booking'), module('lib/manage/index.js', 'lodging-manage')],
  });
});
