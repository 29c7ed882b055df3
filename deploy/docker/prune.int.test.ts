import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { SERVICES } from '@lodging/deploy-shared';
import { describe, expect, onTestFinished, test } from 'vitest';
import { repository } from './read-compose.ts';

const PACKAGES = [
  ...SERVICES.map((service) => `services/${service}`),
  'packages/emulators',
  'packages/widget',
  'deploy/bootstrap',
];

function pruned(directory: string): string {
  const target = mkdtempSync(join(tmpdir(), 'lodging-pruned-'));
  onTestFinished(() => rmSync(target, { recursive: true, force: true }));
  const args = [join(import.meta.dirname, 'prune.ts'), directory, target];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: repository, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  return target;
}

describe.for(PACKAGES)('the image of %s', (directory) => {
  test('has every file that its files import, and no tests', () => {
    const sources = join(pruned(directory), 'sources');
    const files = globSync('**/*.ts', { cwd: sources });
    expect(files.length).toBeGreaterThan(10);
    expect(files.filter((file) => /\.test\.ts$|kit\/testing|\/test-/.test(file))).toEqual([]);
    for (const file of files) {
      const text = readFileSync(join(sources, file), 'utf8');
      const imports = [
        ...text.matchAll(/^(?:import|export|\}).*?from '(\.[^']+)'|import\('(\.[^']+)'/gm),
      ].map(([, path, loaded]) => path ?? loaded ?? '');
      for (const path of imports) {
        // The manifest of the workspace.
        if (path.endsWith('/package.json')) continue;
        expect(existsSync(join(sources, dirname(file), path)), `${file} imports ${path}`).toBe(true);
      }
    }
  });

  test('has the manifests of its packages only', () => {
    const target = pruned(directory);
    const manifests = globSync('*/**/package.json', { cwd: join(target, 'manifests') }).toSorted();
    expect(manifests).toEqual(globSync('**/package.json', { cwd: join(target, 'sources') }).toSorted());
    expect(existsSync(join(target, 'manifests', 'pnpm-lock.yaml'))).toBe(true);
  });
});
