import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from './home.ts';

it.each([
  'deploy/kubernetes/data/postgres/cluster.yaml',
  'docker-compose.yml',
  'packages/kit/testing/src/servers/start-postgres.ts',
])('the database of %s logs neither parameters nor the details of errors', (file) => {
  const text = readFileSync(join(repository, file), 'utf8');
  expect(text).toMatch(/log_parameter_max_length(?:=|: ')0/);
  expect(text).toMatch(/log_parameter_max_length_on_error(?:=|: ')0/);
  expect(text).toMatch(/log_error_verbosity(?:=|: '?)terse/);
});
