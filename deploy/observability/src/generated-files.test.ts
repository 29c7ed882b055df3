import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { generatedFiles, HOME } from './generated-files.ts';

describe('generated files', () => {
  it.each([...generatedFiles()])('%s says what its source says', (path, made) => {
    const read = (text: string): unknown => (path.endsWith('.json') ? JSON.parse(text) : parse(text));
    const checkedIn = read(readFileSync(join(HOME, path), 'utf8'));
    expect(checkedIn, 'run: node deploy/observability/src/write.ts').toEqual(read(made));
  });
});
