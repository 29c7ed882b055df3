import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { expect, it } from 'vitest';

const MOST_BYTES = 12 * 1_024;

it('is a bundle of at most 12 kB, gzipped, that loads nothing else', async () => {
  const bundle = await rolldown({ input: join(import.meta.dirname, '../src/index.ts'), platform: 'browser' });
  const { output } = await bundle.generate({ minify: true });
  await bundle.close();
  expect(output).toHaveLength(1);
  const [{ code, imports, dynamicImports }] = output;
  expect([...imports, ...dynamicImports]).toEqual([]);
  expect(gzipSync(code).length).toBeLessThanOrEqual(MOST_BYTES);
  // Nothing of Node: browsers have no `process` and no `Buffer`. Settings and user agent look whether there is one.
  const guarded = /\b\w+\.process\?\.(?:env\?\.\[|versions\b)/g;
  expect(code.match(guarded)).toHaveLength(2);
  expect(code.replaceAll(guarded, '')).not.toMatch(/\b(?:process|Buffer|require)\b/);
});
