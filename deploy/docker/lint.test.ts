import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { COMPOSE_FILES, repository, SMALL_FILE } from './read-compose.ts';

interface Finding {
  line: number;
  rule: string;
  message: string;
}

/** Services stand in the order of their start, and built images have names to be pushed under. */
const OFF = [
  'no-build-and-image',
  'service-keys-order',
  'services-alphabetical-order',
  'service-ports-alphabetical-order',
  'service-dependencies-alphabetical-order',
  'top-level-properties-order',
  'require-project-name-field',
];

test.for([...COMPOSE_FILES, SMALL_FILE, 'deploy/docker/journeys.compose.yaml'])(
  'dclint accepts %s',
  (file) => {
    const rules = Object.fromEntries(OFF.map((rule) => [rule, 0 as const]));
    const linter = new DCLinter({ rules, quiet: true, debug: false, exclude: [] });
    const results: { messages: Finding[] }[] = linter.lintFiles([join(repository, file)], false);
    const found = results.flatMap(({ messages }) => messages);
    expect(found.map(({ line, rule, message }) => `${line} ${rule}: ${message}`)).toEqual([]);
  },
);

test('the Dockerfile is valid', () => {
  const text = readFileSync(join(import.meta.dirname, 'Dockerfile'), 'utf8');
  expect(validate(text)).toEqual([]);
});
