import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GuestLodging, Lodging } from '../src/index.ts';
import { productDocument } from './product-document.ts';
import { writeTypes } from './write-types.ts';

const document = productDocument();
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
);

/** Calls every method of the client, and returns the operations that they ask for. */
async function operationsOfClient(Kind: typeof Lodging | typeof GuestLodging = Lodging): Promise<string[]> {
  const requested: string[] = [];
  const fetch = (url: unknown, { method }: RequestInit = {}) => {
    requested.push(`${method} ${patternOf(new URL(String(url)).pathname)}`);
    return Promise.resolve(Response.json({}));
  };
  const call = async (value: unknown): Promise<void> => {
    if (typeof value === 'function') await value(ID, ID, {});
    else for (const inner of Object.values(Object(value))) await call(inner);
  };
  await call(new Kind({ key: 'sk_test_x', baseUrl: 'https://api.lodging.example/', fetch }));
  return requested;
}

const ID = '0197a205-2233-7445-8566-778899aabbcc';
/** The path of the document that an address is of; one without placeholders first. */
function patternOf(path: string): string {
  const patterns = Object.keys(document.paths);
  const fits = (pattern: string) => new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, ID)}$`).test(path);
  return patterns.find(fits) ?? `${path}, which the document does not have`;
}

describe('the client', () => {
  it('has one method for each operation of the document, and no others', async () => {
    expect((await operationsOfClient()).toSorted()).toEqual(operations.toSorted());
  });

  it('for guests has a part of them, and no booking of others', async () => {
    const ofGuests = await operationsOfClient(GuestLodging);
    expect(ofGuests.length).toBeGreaterThan(10);
    expect(operations).toEqual(expect.arrayContaining(ofGuests));
    expect(ofGuests.filter((operation) => operation.includes('/v1/bookings'))).toEqual([]);
  });

  it('has types that are those of the document', { timeout: 60_000 }, async () => {
    const kept = await readFile(join(import.meta.dirname, '../src/generated.ts'), 'utf8');
    expect(kept === (await writeTypes(document)), 'run `npm run client:generate`').toBe(true);
  });

  it('has a type for each problem code of the document', async () => {
    const kept = await readFile(join(import.meta.dirname, '../src/generated.ts'), 'utf8');
    const members = kept.slice(kept.indexOf('export interface problemMembers'));
    const codes = (document.components.schemas['Problem'] as { properties: { code: { enum: string[] } } })
      .properties.code.enum;
    expect(codes.length).toBeGreaterThan(50);
    for (const code of codes) expect(members).toMatch(new RegExp(`^    ${code}: `, 'm'));
  });
});
