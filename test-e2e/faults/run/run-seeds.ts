import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { faultsNamed } from '../nemesis/all-faults.ts';
import { startStack } from '../stack/start-stack.ts';
import type { RunOptions } from './arguments.ts';
import { runSeed } from './run-seed.ts';
import type { SeedResult } from './run-seed.ts';
import { lineOf, tableOf, violationsOf, writeResults } from './summary.ts';

interface Context {
  readonly repository: string;
  readonly signal: AbortSignal;
  readonly print: (text: string) => void;
}

/** All seeds on one running product, one after the other. True: none has a violation. */
export async function runSeeds(
  options: RunOptions,
  { repository, signal, print }: Context,
): Promise<boolean> {
  const out = options.out ?? join(repository, '.lodging', 'faults');
  const faults = options.faults === undefined ? undefined : faultsNamed(options.faults);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  print('starting a product of its own');
  const stack = await startStack();
  const results: SeedResult[] = [];
  try {
    for (const seed of options.seeds) {
      if (signal.aborted) break;
      const directory = join(out, `seed-${seed}`);
      const result = await runSeed({ stack, seed, seconds: options.seconds, faults, directory, signal });
      results.push(result);
      print(lineOf(result));
      for (const line of violationsOf(result)) print(`    ${line}`);
      const isClean = result.violations.length === 0;
      if (isClean && !options.keep) rmSync(directory, { recursive: true, force: true });
      writeResults(join(out, 'results.json'), options.seconds, results);
    }
    if (results.some(({ violations }) => violations.length > 0))
      cpSync(stack.logs, join(out, 'logs'), { recursive: true });
  } finally {
    await stack.stop();
  }
  print(tableOf(results));
  print(`results.json, and the histories of seeds with violations: ${out}`);
  return (
    results.length === options.seeds.length && results.every(({ violations }) => violations.length === 0)
  );
}
