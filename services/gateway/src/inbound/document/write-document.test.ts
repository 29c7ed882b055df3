// Guarantees of the API's document: it is valid, it says what is served and nothing else, and its examples are true.
import { webhookEvents } from '@lodging/contract-public';
import { explanations, problems } from '@lodging/contract-wire';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { validatorOf } from '../../../test/document-validator.ts';
import { interfaceErrors } from '../../../test/interface-errors.ts';
import { publicRoutes } from '../public/routes.ts';
import { described } from './described.ts';
import { examples } from './examples.ts';
import { answeredShapes, sentShapes, sharedShapes } from './named-shapes.ts';
import { codesOf } from './operation-codes.ts';
import { pageOf } from './problem-page.ts';
import { fieldWords, shapeWords } from './shape-words.ts';
import { documentedRoutes, writeDocument } from './write-document.ts';

const document = writeDocument('https://api.lodging.example');
const misfits = validatorOf(document);
const keys = (value: unknown) => Object.keys(Object(value)).toSorted();

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ key: `${method.toUpperCase()} ${path}`, operation })),
);

/** The codes that the document gives an operation, with their statuses. */
function codesIn(operation: Record<string, unknown>): Map<string, number> {
  const found = Object.entries(Object(operation['responses'])).flatMap(([status, response]) => {
    const { $ref } = Object(response);
    const named =
      typeof $ref === 'string' ? document.components['responses']?.[$ref.split('/')[3] ?? ''] : response;
    const problem = Object(Object(named).content)['application/problem+json'];
    return Object.keys(Object(Object(problem).examples)).map((code) => [code, Number(status)] as const);
  });
  return new Map(found);
}

describe('the document', () => {
  it('has nothing that a strict linter would complain about', async () => {
    const config = await createConfig({ extends: ['recommended-strict'] });
    const source = JSON.stringify(document);
    const found = await lintFromString({ source, absoluteRef: '/openapi.json', config });
    expect(found.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  });

  it('is made in a blink', () => {
    const started = performance.now();
    writeDocument('https://api.lodging.example');
    expect(performance.now() - started).toBeLessThan(200);
  });

  it('has an operation for each row that is served and for ping, and no other', () => {
    const rows = publicRoutes.map(({ method, path }) => `${method} ${path}`);
    expect(operations.map(({ key }) => key).toSorted()).toEqual([...rows, 'GET /v1/ping'].toSorted());
    expect(keys(described)).toEqual(operations.map(({ key }) => key).toSorted());
  });

  it('gives each operation a name of its own', () => {
    const ids = Object.values(described).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('asks for exactly the credentials that the door takes', () => {
    const schemes = new Map(operations.map(({ key, operation }) => [key, operation['security']]));
    expect(schemes.get('GET /v1/ping')).toEqual([]);
    expect(schemes.get('POST /v1/holds')).toEqual([
      { secretKey: [] },
      { publishableKey: [], browserOrigin: [] },
    ]);
    expect(schemes.get('GET /v1/bookings/{id}')).toEqual([{ secretKey: [] }]);
    expect(schemes.get('GET /v1/metrics/summary')).toEqual([{ secretKey: [] }, { operatorSession: [] }]);
  });

  it('names each shape once, and says of each what it is', () => {
    const names = [sentShapes, answeredShapes, sharedShapes].flatMap((shapes) => Object.keys(shapes));
    expect(new Set(names).size).toBe(names.length);
    expect(keys(shapeWords)).toEqual(names.toSorted());
    expect(keys(document.components['schemas'])).toEqual([...names, 'Problem'].toSorted());
    for (const path of Object.keys(fieldWords)) {
      const [shape = '', field = ''] = path.split('.');
      expect(keys(document.components['schemas']?.[shape]?.['properties']), path).toContain(field);
    }
  });

  it('tells of every webhook event', () => {
    expect(keys(document.webhooks)).toEqual(keys(webhookEvents));
  });
});

describe('the problems of the document', () => {
  it('are exactly those of the operations, and those of the table', () => {
    const told = new Set(operations.flatMap(({ operation }) => [...codesIn(operation).keys()]));
    expect(keys(document.components['examples'])).toEqual([...told].toSorted());
    for (const route of documentedRoutes) {
      const operation = document.paths[route.path]?.[route.method.toLowerCase()] ?? {};
      const codes = codesIn(operation);
      expect([...codes.keys()].toSorted(), route.path).toEqual([...codesOf(route)].toSorted());
      for (const [code, status] of codes) expect(problems).toHaveProperty(`${code}.status`, status);
    }
  });

  it('hold every code that the interface promises, with its status', () => {
    const told = new Map(operations.map(({ key, operation }) => [key, codesIn(operation)]));
    for (const { operations: rows, codes } of interfaceErrors) {
      for (const row of rows) expect(Object.fromEntries(told.get(row) ?? []), row).toMatchObject(codes);
    }
  });

  it('leave no row of the table without an explanation, and no explanation without a row', () => {
    expect(keys(explanations)).toEqual(keys(problems));
    for (const [code, { meaning, remedy }] of Object.entries(explanations)) {
      expect(meaning, code).toMatch(/^\S.+\.$/s);
      expect(remedy, code).toMatch(/^\S.+\.$/s);
    }
  });

  it('each occur somewhere: in an operation, or where the explanation says', () => {
    for (const code of Object.keys(problems) as (keyof typeof problems)[]) {
      const { operations: places, elsewhere } = pageOf(code, documentedRoutes);
      expect(places.length > 0 || elsewhere !== undefined, code).toBe(true);
    }
  });
});

describe('an example', () => {
  it.each(Object.entries(examples))('of %s is one', (name, example) => {
    expect(misfits(`/components/schemas/${name}`, example)).toEqual([]);
    const shape = sentShapes[name] ?? answeredShapes[name] ?? sharedShapes[name];
    expect(shape?.safeParse(example).error).toBeUndefined();
  });

  it('stands with every body that is sent or answered', () => {
    const bodies = JSON.stringify(document).matchAll(
      /"application\/json":\{"schema":\{"\$ref":"[^"]+"\}(,"example":)?/g,
    );
    for (const [text, example] of bodies) expect(example, text).toBeDefined();
  });

  it.each(Object.entries(document.components['examples'] ?? {}))(
    'of the problem %s is one',
    (code, example) => {
      expect(example['value']).toMatchObject({ code });
      expect(misfits('/components/schemas/Problem', example['value'])).toEqual([]);
    },
  );

  it('that does not fit is noticed', () => {
    expect(
      misfits('/components/schemas/Reservation', { ...Object(examples['Reservation']), id: 'x' }),
    ).toEqual(['/id must match format "uuid"']);
  });
});
