import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { invariants } from '../checker/check.ts';
import { plantedBugs } from './bugs.ts';
import { applyEdit } from './plant.ts';

const repository = resolve(import.meta.dirname, '..', '..', '..');

describe('planted bugs', () => {
  it.each(plantedBugs)('$name still has its place in the product', ({ edits }) => {
    for (const edit of edits) {
      const text = readFileSync(join(repository, edit.file), 'utf8');
      expect(applyEdit(text, edit)).not.toBe(text);
    }
  });

  it.each(plantedBugs.flatMap(({ test }) => test ?? []))(
    '$file has the test that finds one',
    ({ file, name }) => {
      expect(readFileSync(join(repository, file), 'utf8')).toContain(`it('${name}'`);
    },
  );

  it.each(invariants.filter(({ name }) => name !== 'answers'))('break $name at least once', ({ name }) => {
    expect(plantedBugs.map(({ invariant }) => invariant)).toContain(name);
  });
});
