import { writeFileSync } from 'node:fs';
import type { SeedResult } from './run-seed.ts';
import { allFaults } from '../nemesis/all-faults.ts';

interface Figures {
  readonly operations: number;
  readonly definitePercent: number;
  readonly webhooks: number;
  readonly faults: number;
}

export function figuresOf({ history }: SeedResult): Figures {
  const { operations, webhooks, faults } = history;
  const definite = operations.filter(({ outcome }) => outcome !== 'info').length;
  return {
    operations: operations.length,
    definitePercent: Math.round((1000 * definite) / Math.max(1, operations.length)) / 10,
    webhooks: webhooks.length,
    faults: faults.filter(({ phase }) => phase === 'started').length,
  };
}

export function lineOf(result: SeedResult): string {
  const { operations, definitePercent, webhooks, faults } = figuresOf(result);
  const quiet = result.quietAfterMs === null ? 'never' : `after ${(result.quietAfterMs / 1000).toFixed(1)} s`;
  return (
    `seed ${result.seed}: ${operations} operations (${definitePercent} % definite), ${webhooks} webhooks, ${faults} faults, ` +
    `quiet ${quiet}, ${result.violations.length} violations, ${(result.tookMs / 1000).toFixed(0)} s`
  );
}

/** How often each fault was at work, over all seeds. */
export function tableOf(results: readonly SeedResult[]): string {
  const notes = results.flatMap(({ history }) => history.faults);
  const count = (name: string, phase: string): number =>
    notes.filter((note) => note.fault === name && note.phase === phase).length;
  const lines = allFaults.map(({ name }) => {
    const skipped = notes.find((note) => note.fault === name && note.phase === 'skipped');
    const failed = count(name, 'failed');
    const remarks = [
      ...(skipped === undefined ? [] : [`skipped: ${skipped.detail}`]),
      ...(failed === 0
        ? []
        : [
            `${failed} not played: ${notes.find((note) => note.fault === name && note.phase === 'failed')?.detail}`,
          ]),
    ];
    return `${String(count(name, 'started')).padStart(4)}  ${name}${remarks.map((remark) => `  (${remark})`).join('')}`;
  });
  return ['faults played', ...lines, ...results.map(lineOf)].join('\n');
}

export function writeResults(file: string, seconds: number, results: readonly SeedResult[]): void {
  const seeds = results.map((result) => ({
    seed: result.seed,
    ...figuresOf(result),
    quietAfterMs: result.quietAfterMs,
    lastLeft: result.lastLeft,
    tookMs: Math.round(result.tookMs),
    violations: result.violations,
    faultsPlayed: result.history.faults
      .filter(({ phase }) => phase === 'started')
      .map(({ fault, detail }) => ({ fault, detail })),
  }));
  writeFileSync(file, JSON.stringify({ seconds, seeds }, undefined, 2));
}

const LINES_PER_INVARIANT = 8;

/** The first violations of each invariant; all of them are in the results. */
export function violationsOf({ violations }: SeedResult): string[] {
  const byInvariant = Map.groupBy(violations, ({ invariant }) => invariant);
  return [...byInvariant].flatMap(([invariant, all]) => [
    ...all.slice(0, LINES_PER_INVARIANT).map(({ what }) => `${invariant}: ${what}`),
    ...(all.length > LINES_PER_INVARIANT
      ? [`${invariant}: and ${all.length - LINES_PER_INVARIANT} more`]
      : []),
  ]);
}
