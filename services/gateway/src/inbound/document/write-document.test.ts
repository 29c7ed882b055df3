import { webhookEvents } from '@lodging/contract-public';
import { exampleOf, explanations, problems } from '@lodging/contract-wire';
import { reservation } from '@lodging/contract-reservations';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { validatorOf } from '../../../test/document-validator.ts';
import type { Document } from '../../../test/document-validator.ts';
import { interfaceErrors } from '../../../test/interface-errors.ts';
import { namedShapes } from '../../../test/named-shapes.ts';
import { publicRoutes } from '../public/routes/routes.ts';
import { problemCodesOf } from './operation-codes.ts';
import { documentedRoutes, writeDocument } from './write-document.ts';

const document = writeDocument('https://api.lodging.example') as unknown as Document;
const errorsOf = validatorOf(document);
const keys = (value: unknown) => Object.keys(Object(value)).toSorted();

const shapes = namedShapes([
  ...documentedRoutes.flatMap(({ shapes: { body, query }, docs, operation }) => [
    body,
    query,
    docs.response ?? operation?.response,
    docs.accepted?.shape,
  ]),
  ...Object.values(webhookEvents),
]);

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ key: `${method.toUpperCase()} ${path}`, operation })),
);

/** The problem codes of an operation in the document, with their statuses. */
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
  it('passes the strict rules of the linter', async () => {
    const config = await createConfig({ extends: ['recommended-strict'] });
    const source = JSON.stringify(document);
    const found = await lintFromString({ source, absoluteRef: '/openapi.json', config });
    expect(found.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  });

  it('takes at most 200 ms of the processor', () => {
    const before = process.threadCpuUsage();
    writeDocument('https://api.lodging.example');
    expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(200);
  });

  it('has one operation for each route and for ping', () => {
    const rows = publicRoutes.map(({ method, path }) => `${method} ${path}`);
    expect(operations.map(({ key }) => key).toSorted()).toEqual([...rows, 'GET /v1/ping'].toSorted());
  });

  it('gives each operation a unique id', () => {
    const ids = documentedRoutes.map(({ docs }) => docs.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('requires the credentials that the route accepts', () => {
    const schemes = new Map(operations.map(({ key, operation }) => [key, operation['security']]));
    expect(schemes.get('GET /v1/ping')).toEqual([]);
    expect(schemes.get('POST /v1/holds')).toEqual([
      { secretKey: ['book'] },
      { publishableKey: [], browserOrigin: [] },
      { operatorSession: ['book'] },
      { consoleSession: ['book'] },
    ]);
    expect(schemes.get('DELETE /v1/operator/sessions/current')).toEqual([
      { operatorSession: [] },
      { consoleSession: [] },
    ]);
    expect(schemes.get('GET /v1/metrics/summary')).toEqual([
      { secretKey: ['read'] },
      { operatorSession: ['read'] },
      { consoleSession: ['read'] },
    ]);
    expect(schemes.get('POST /v1/bookings/{id}/refunds')).toEqual([
      { secretKey: ['payment:refund:create'] },
      { operatorSession: ['payment:refund:create'] },
      { consoleSession: ['payment:refund:create'] },
    ]);
  });

  it('names and describes each shape', () => {
    expect(keys(document.components['schemas'])).toEqual([...shapes.keys(), 'Problem'].toSorted());
    for (const [name, schema] of Object.entries(document.components['schemas'] ?? {})) {
      expect(schema['description'], name).toMatch(/^\S.+\.$/s);
    }
  });

  it('shows every body as a named shape with an example', () => {
    const contents = operations.flatMap(({ key, operation }) =>
      [operation['requestBody'], ...Object.values(Object(operation['responses']))]
        .map((holder) => Object(Object(Object(holder).content)['application/json']))
        .filter(({ schema }) => schema !== undefined)
        .map(({ schema, example }) => ({ key, name: String(schema.$ref).split('/').at(-1), example })),
    );
    expect(contents.length).toBeGreaterThan(operations.length);
    for (const { key, name = '', example } of contents) {
      expect(shapes.has(name), key).toBe(true);
      expect(example, `${name} of ${key}`).toBeDefined();
    }
  });

  it('describes every parameter', () => {
    const parameters = operations.flatMap(({ operation }) => operation['parameters'] ?? []);
    expect(parameters.length).toBeGreaterThan(0);
    for (const parameter of parameters) {
      expect(parameter, JSON.stringify(parameter)).toSatisfy(
        ({ $ref, description }) => typeof ($ref ?? description) === 'string',
      );
    }
  });

  it('has every webhook event', () => {
    expect(keys(document.webhooks)).toEqual(keys(webhookEvents));
  });
});

describe('the problems of the document', () => {
  it('are exactly those of the operations, with the statuses of the problem table', () => {
    const documented = new Set(operations.flatMap(({ operation }) => [...codesIn(operation).keys()]));
    expect(keys(document.components['examples'])).toEqual([...documented].toSorted());
    for (const route of documentedRoutes) {
      const operation = document.paths[route.path]?.[route.method.toLowerCase()] ?? {};
      const codes = codesIn(operation);
      expect([...codes.keys()].toSorted(), route.path).toEqual([...problemCodesOf(route)].toSorted());
      for (const [code, status] of codes) expect(problems).toHaveProperty(`${code}.status`, status);
    }
  });

  it('include every code of the published interface with its status', () => {
    const documented = new Map(operations.map(({ key, operation }) => [key, codesIn(operation)]));
    for (const { operations: rows, codes } of interfaceErrors) {
      for (const row of rows) expect(Object.fromEntries(documented.get(row) ?? []), row).toMatchObject(codes);
    }
  });

  it('have one explanation each', () => {
    expect(keys(explanations)).toEqual(keys(problems));
    for (const [code, { meaning, remedy }] of Object.entries(explanations)) {
      expect(meaning, code).toMatch(/^\S.+\.$/s);
      expect(remedy, code).toMatch(/^\S.+\.$/s);
    }
  });

  it.each([
    ['derived_plan_invalid', ['reason']],
    ['template_invalid', ['part', 'line', 'reason']],
    ['search_too_broad', ['candidates', 'work', 'most']],
    ['block_conflict', ['reservationIds', 'from', 'to', 'unitsTaken']],
    ['units_in_use', ['from', 'to', 'unitsTaken']],
    ['price_changed', ['totalMinorUnits']],
    ['penalty_changed', ['penaltyMinorUnits']],
    ['change_outdated', ['currentVersion']],
    ['change_pending', ['changeId']],
    ['change_not_allowed', ['state']],
    ['limit_reached', ['limit']],
  ])('with the code %s have %j', (code, members) => {
    const { properties } = Object(Object(document.components['schemas'])['Problem']) as {
      properties: object;
    };
    const example = Object(document.components['examples']?.[code]?.['value']) as object;
    for (const name of members) {
      expect(Object(Object(properties)[name]).description, name).toContain(`\`${code}\``);
      expect(example, name).toHaveProperty(name);
    }
  });

  it('occur in an operation, or where the explanation says', () => {
    for (const code of Object.keys(problems) as (keyof typeof problems)[]) {
      const occurs = documentedRoutes.some((route) => problemCodesOf(route).includes(code));
      expect(occurs || explanations[code].elsewhere !== undefined, code).toBe(true);
    }
  });
});

describe('an example', () => {
  it.each([...shapes].filter(([, shape]) => exampleOf(shape) !== undefined))(
    'of %s is valid',
    (name, shape) => {
      expect(errorsOf(`/components/schemas/${name}`, exampleOf(shape))).toEqual([]);
      expect(shape.safeParse(exampleOf(shape)).error).toBeUndefined();
    },
  );

  it.each(Object.entries(document.components['examples'] ?? {}))(
    'of the problem %s is valid',
    (code, example) => {
      expect(example['value']).toMatchObject({ code });
      expect(errorsOf('/components/schemas/Problem', example['value'])).toEqual([]);
    },
  );

  it('that is invalid is detected', () => {
    expect(
      errorsOf('/components/schemas/Reservation', { ...Object(exampleOf(reservation)), id: 'x' }),
    ).toEqual(['/id must match format "uuid"']);
  });
});
