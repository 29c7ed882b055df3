import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICES } from '@lodging/deploy-shared';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasDigest, isOwn, licensesOf, writeBillsOfMaterials } from './bill-of-materials.ts';
import type { BillOfMaterials } from './bill-of-materials.ts';

/** Licences that a company may use in a product that it does not publish. */
const ACCEPTED =
  /^(MIT|MIT-0|ISC|Apache-2\.0|BSD-2-Clause|BSD-3-Clause|0BSD|BlueOak-1\.0\.0|Unlicense|CC0-1\.0|Python-2\.0)$/;

describe('the bills of materials', () => {
  const directory = mkdtempSync(join(tmpdir(), 'lodging-sbom-'));
  let bills: BillOfMaterials[];
  beforeAll(() => {
    bills = writeBillsOfMaterials(directory);
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it('list every service with the packages that it runs on', () => {
    expect(bills.map(({ service }) => service)).toEqual([...SERVICES]);
    for (const { components } of bills) {
      const names = components.map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(['pg', 'zod', 'kernel', 'kit-messaging']));
    }
  });

  it('have no package that only tests need', () => {
    for (const { components } of bills) {
      const names = components.map(({ name }) => name);
      expect(names).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(vitest|testcontainers|kit-testing|emulators)$/)]),
      );
    }
  });

  it('give the SHA-512 and an accepted licence of every package from elsewhere', () => {
    for (const { components } of bills) {
      for (const one of components.filter((each) => !isOwn(each))) {
        expect(hasDigest(one), `${one.name} has a digest`).toBe(true);
        const licenses = licensesOf(one).flatMap((expression) =>
          expression.split(/[()\s]+|AND|OR/).filter(Boolean),
        );
        expect(licenses.length, `${one.name} has a licence`).toBeGreaterThan(0);
        for (const license of licenses) expect(license, one.name).toMatch(ACCEPTED);
      }
    }
  });
});
