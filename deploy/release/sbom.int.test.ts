import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICES } from '@lodging/deploy-shared';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

/** Licences that a company may use in a product that it does not publish. */
const ACCEPTED =
  /^(MIT|MIT-0|ISC|Apache-2\.0|BSD-2-Clause|BSD-3-Clause|0BSD|BlueOak-1\.0\.0|Unlicense|CC0-1\.0|Python-2\.0)$/;

const component = z.object({
  name: z.string(),
  group: z.string().optional(),
  licenses: z
    .array(z.object({ license: z.object({ id: z.string() }).optional(), expression: z.string().optional() }))
    .default([]),
  externalReferences: z
    .array(z.object({ type: z.string(), hashes: z.array(z.object({ alg: z.string() })).default([]) }))
    .default([]),
});
const billOfMaterials = z.object({ bomFormat: z.literal('CycloneDX'), components: z.array(component) });
type Component = z.output<typeof component>;

describe('the bills of materials', () => {
  const directory = mkdtempSync(join(tmpdir(), 'lodging-sbom-'));
  let bills: Component[][];
  beforeAll(() => {
    const program = join(import.meta.dirname, 'sbom.ts');
    const { status, stderr } = spawnSync(process.execPath, [program, directory], { encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    bills = SERVICES.map((service) => {
      const text = readFileSync(join(directory, `lodging-${service}.cdx.json`), 'utf8');
      return billOfMaterials.parse(JSON.parse(text)).components;
    });
  }, 120_000);
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it('list every service with the packages that it runs on', () => {
    for (const components of bills) {
      const names = components.map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(['pg', 'zod', 'kernel', 'kit-messaging']));
    }
  });

  it('have no package that only tests need', () => {
    for (const components of bills) {
      const names = components.map(({ name }) => name);
      expect(names).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(vitest|testcontainers|kit-testing|emulators)$/)]),
      );
    }
  });

  it('have nothing of the tools for agents, which no service needs', () => {
    for (const components of bills) {
      expect(components.filter(({ group }) => group === '@modelcontextprotocol')).toEqual([]);
      expect(components.map(({ name }) => name)).not.toContain('mcp');
    }
  });

  it('give the SHA-512 and an accepted licence of every package from elsewhere', () => {
    for (const one of bills.flat().filter(({ group }) => group !== '@lodging')) {
      const hashes = one.externalReferences
        .filter(({ type }) => type === 'distribution')
        .flatMap((reference) => reference.hashes);
      expect(
        hashes.map(({ alg }) => alg),
        `${one.name} has a digest`,
      ).toContain('SHA-512');
      const licenses = one.licenses
        .flatMap(({ license, expression }) => license?.id ?? expression ?? [])
        .flatMap((expression) => expression.split(/[()\s]+|AND|OR/).filter(Boolean));
      expect(licenses.length, `${one.name} has a licence`).toBeGreaterThan(0);
      for (const license of licenses) expect(license, one.name).toMatch(ACCEPTED);
    }
  });
});
