import { describe, expect, it } from 'vitest';
import { writeLlmsText, writeReferenceIndex } from './reference-index.ts';
import { documentedRoutes, writeDocument } from './write-document.ts';

const url = 'https://api.lodging.example';
const document = JSON.parse(JSON.stringify(writeDocument(url))) as {
  paths: Record<string, Record<string, { operationId: string; parameters?: { name?: string }[] }>>;
  components: { schemas: { Problem: { properties: { code: { enum: string[] } } } } };
  webhooks: object;
};
const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
const ids = operations.map(({ operationId }) => operationId).toSorted();

describe('the index', () => {
  const index = writeReferenceIndex(url, documentedRoutes);

  it('has the operations, codes and events of the OpenAPI document', () => {
    expect(index.operations.map(({ operationId }) => operationId).toSorted()).toEqual(ids);
    const { enum: codes } = document.components.schemas.Problem.properties.code;
    expect(index.problems.map(({ code }) => code).toSorted()).toEqual(codes.toSorted());
    expect(index.events.map(({ type }) => type)).toEqual(Object.keys(document.webhooks));
  });

  it('is read at a glance by a program: an eighth of the OpenAPI document', () => {
    expect(JSON.stringify(index).length).toBeLessThan(JSON.stringify(document).length / 8);
  });
});

it('llms.txt names every operation once, with links that lead to this API', () => {
  const text = writeLlmsText(url, documentedRoutes);
  const named = [...text.matchAll(/^- \[(\w+)\]\(https:\/\/api\.lodging\.example\/docs#/gm)].map(([, id]) =>
    String(id),
  );
  expect(named.toSorted()).toEqual(ids);
  expect(text).toMatch(/^# Lodging API\n\n> /);
});

describe('what llms.txt says of repeating', () => {
  const text = writeLlmsText(url, documentedRoutes);

  it('names the operations that take an Idempotency-Key, and no others', () => {
    const named = [...text.matchAll(/^- `(\w+) (\S+)`$/gm)].map(([, method, path]) => `${method} ${path}`);
    const withKey = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([, { parameters = [] }]) => JSON.stringify(parameters).includes('IdempotencyKey'))
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    );
    expect(withKey).toContain('POST /v1/holds');
    expect(named.toSorted()).toEqual(withKey.toSorted());
    expect(text.replaceAll('\n', ' ')).not.toMatch(/every create/);
  });

  it('sends a program to the payments before it repeats a refund without a key', () => {
    const refunds = document.paths['/v1/bookings/{id}/refunds']?.['post'];
    expect(JSON.stringify(refunds)).toContain('OptionalIdempotencyKey');
    expect(text).toMatch(/refunds` works without one.*\n.*`GET \/v1\/bookings\/\{id\}\/payments`/);
  });
});
