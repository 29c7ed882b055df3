import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { renderedFiles } from './rendered-files.ts';

test.for(renderedFiles().map(({ path, text }) => [path, text] as const))(
  '%s is up to date (npm run kubernetes:render)',
  ([path, text]) => {
    expect(readFileSync(join(import.meta.dirname, path), 'utf8')).toBe(text);
  },
);
