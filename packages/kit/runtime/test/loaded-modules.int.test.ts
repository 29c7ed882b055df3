import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '..', 'src', 'index.ts');

it('a process loads neither gRPC nor the reader of configuration files, and each takes megabytes', () => {
  const script = `await import(${JSON.stringify(SOURCE)});
    const { createRequire } = await import('node:module');
    console.log(Object.keys(createRequire(import.meta.url).cache).join('\\n'));`;
  const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', script];
  const loaded = execFileSync(process.execPath, flags, { encoding: 'utf8' }).split('\n');
  expect(loaded.some((path) => path.includes('/pino/'))).toBe(true);
  expect(loaded.filter((path) => /\/(@grpc|yaml|ajv)\//.test(path))).toEqual([]);
});
