import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Violation } from '../checker/evidence.ts';
import { plantedBugs } from './bugs.ts';
import type { PlantedBug } from './bugs.ts';
import { plant } from './plant.ts';
import type { Copy } from './plant.ts';

interface Options {
  readonly repository: string;
  /** Empty: all of them. */
  readonly names: readonly string[];
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly print: (text: string) => void;
}

const SECONDS = 35;
/** Some need luck: a bug that is not found is looked for under further seeds. */
const SEEDS = 3;

/** Runs the suite on copies of the product, each with one bug. True: every one was found by the invariant that it breaks. */
export async function runPlanted({ repository, names, seed, signal, print }: Options): Promise<boolean> {
  const unknown = names.filter((name) => !plantedBugs.some((bug) => bug.name === name));
  if (unknown.length > 0) throw new Error(`no planted bug ${unknown.join(', ')}`);
  const selected = plantedBugs.filter(({ name }) => names.length === 0 || names.includes(name));
  const missed: string[] = [];
  for (const bug of selected) {
    if (signal.aborted) return false;
    let copy: Copy | undefined;
    try {
      copy = plant(repository, bug.edits);
      const found = await lookFor(bug, copy.root, { seed, signal });
      if (found.by === undefined) missed.push(bug.name);
      print(lineOf(bug, found));
    } catch (error) {
      missed.push(bug.name);
      print(`MISSED ${bug.invariant.padEnd(5)} ${bug.name}: ${String(error)}`);
    } finally {
      copy?.remove();
    }
  }
  print(`${selected.length - missed.length} of ${selected.length} planted bugs found`);
  return missed.length === 0;
}

interface Found {
  readonly seeds: number;
  readonly by: Violation | undefined;
  readonly others: readonly string[];
}

async function lookFor(
  bug: PlantedBug,
  root: string,
  { seed, signal }: { seed: number; signal: AbortSignal },
): Promise<Found> {
  if (bug.test !== undefined) {
    const by = await runTest(bug, bug.test, { root, signal });
    return { seeds: 0, by, others: [] };
  }
  let others: string[] = [];
  for (let tried = 1; tried <= SEEDS && !signal.aborted; tried += 1) {
    const violations = await runSuite(bug, root, { seed: seed + tried - 1, signal });
    const by = violations.find(({ invariant }) => invariant === bug.invariant);
    others = [...new Set(violations.map(({ invariant }) => invariant))].filter(
      (name) => name !== bug.invariant,
    );
    if (by !== undefined) return { seeds: tried, by, others };
  }
  return { seeds: SEEDS, by: undefined, others };
}

async function runSuite(
  bug: PlantedBug,
  root: string,
  { seed, signal }: { seed: number; signal: AbortSignal },
): Promise<Violation[]> {
  const out = join(root, 'out');
  const args = ['--seed', String(seed), '--seconds', String(bug.seconds ?? SECONDS), '--out', out];
  const faults = bug.faults === undefined ? [] : ['--faults', bug.faults.join(',')];
  const main = join(root, 'test-e2e', 'faults', 'run', 'main.ts');
  const output = await runNode([...process.execArgv, main, ...args, ...faults], { root, signal });
  const file = join(out, 'results.json');
  // Not the same as a run without violations: a bug may keep the product from starting.
  if (!existsSync(file)) return [{ invariant: 'no run', what: output }];
  const { seeds } = JSON.parse(readFileSync(file, 'utf8')) as { seeds: { violations: Violation[] }[] };
  return seeds.flatMap(({ violations }) => violations);
}

/** The violation is that of the named test: another one that fails finds nothing, nor does a run that ends early. */
async function runTest(
  { invariant }: PlantedBug,
  { file, name }: NonNullable<PlantedBug['test']>,
  { root, signal }: InCopy,
): Promise<Violation | undefined> {
  const report = join(root, 'report.json');
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const args = ['run', '--project=long', file, '-t', name, '--reporter=json', `--outputFile=${report}`];
  const output = await runNode([vitest, ...args], { root, signal });
  if (!existsSync(report)) throw new Error(output);
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ title, status }) => title === name && status === 'failed');
  return failed && { invariant, what: `${name}: ${failed.failureMessages[0]?.split('\n')[0]}` };
}

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

interface InCopy {
  readonly root: string;
  readonly signal: AbortSignal;
}

/** The end of its output. */
async function runNode(args: readonly string[], { root, signal }: InCopy): Promise<string> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const collect = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-1_500);
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const stop = (): void => void child.kill('SIGTERM');
  signal.addEventListener('abort', stop);
  await new Promise((resolve) => child.once('close', resolve));
  signal.removeEventListener('abort', stop);
  return output;
}

function lineOf({ name, invariant, what }: PlantedBug, { by, seeds, others }: Found): string {
  const also = others.length === 0 ? '' : `; also seen by ${others.join(', ')}`;
  const head = `${by === undefined ? 'MISSED' : 'found '} ${invariant.padEnd(5)} ${name}: ${what}`;
  const where = seeds === 0 ? 'by its test' : by === undefined ? `${seeds} seeds` : `seed ${seeds}`;
  const tail = by === undefined ? `    ${where}${also}` : `    ${where}: ${by.what}${also}`;
  return `${head}\n${tail}`;
}
