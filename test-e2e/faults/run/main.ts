import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { faultsNamed } from '../nemesis/all-faults.ts';
import { startStack } from '../stack/start-stack.ts';
import { readArguments } from './arguments.ts';
import { runSeed } from './run-seed.ts';
import type { SeedResult } from './run-seed.ts';
import { lineOf, tableOf, violationsOf, writeResults } from './summary.ts';

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const chosen = readArguments(process.argv.slice(2));
const repository = resolve(import.meta.dirname, '..', '..', '..');
const out = chosen.out ?? join(repository, '.lodging', 'faults');

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
print('starting a product of its own');
const stack = await startStack();
const results: SeedResult[] = [];
try {
  for (const seed of chosen.seeds) {
    if (stopping.signal.aborted) break;
    const directory = join(out, `seed-${seed}`);
    const faults = chosen.faults === undefined ? undefined : faultsNamed(chosen.faults);
    const result = await runSeed({ stack, seed, seconds: chosen.seconds, faults, directory });
    results.push(result);
    print(lineOf(result));
    for (const line of violationsOf(result)) print(`    ${line}`);
    if (result.violations.length === 0 && !chosen.keep) rmSync(directory, { recursive: true, force: true });
  }
  if (results.some(({ violations }) => violations.length > 0))
    cpSync(stack.logs, join(out, 'logs'), { recursive: true });
} finally {
  await stack.stop();
}
print(tableOf(results));
writeResults(join(out, 'results.json'), chosen.seconds, results);
print(`Histories of seeds with violations, and results.json: ${out}`);
process.exit(
  results.length === chosen.seeds.length && results.every(({ violations }) => violations.length === 0)
    ? 0
    : 1,
);
