import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, styleText } from 'node:util';
import { readJson } from '@lodging/deploy-shared';
import { failedTests } from './testing/failed-tests.ts';
import { slowestFiles } from './testing/slowest-files.ts';
import { runPhase } from './testing/run-phase.ts';
import type { Outcome } from './testing/run-phase.ts';
import { longPhases, matchingPhases, quickPhases } from './testing/phases.ts';
import type { Phase } from './testing/phases.ts';

const { values, positionals } = parseArgs({
  // Names of phases, or words in the paths of test files.
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    rest: { type: 'boolean', default: false },
    // The seconds that are left, and those that `npm test` took here: what needs longer than is left is not begun.
    left: { type: 'string' },
    pace: { type: 'string' },
  },
});
const reports = mkdtempSync(join(tmpdir(), 'lodging-reports-'));
const wanted = wantedPhases();

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());

const total: Outcome = { passed: 0, failed: 0, skipped: 0, output: '' };
const failures: string[] = [];
// In turn: what runs beside a test is load that the test does not expect.
for (const phase of wanted) {
  if (stopping.signal.aborted) break;
  if (isTooLong(phase)) {
    total.skipped += 1;
    continue;
  }
  const began = performance.now();
  const outcome = await runPhase(phase, stopping.signal);
  print(phase, outcome, performance.now() - began);
  if (outcome.failed > 0) failures.push(...namesOfFailures(phase));
  total.passed += outcome.passed;
  total.failed += outcome.failed;
  total.skipped += outcome.skipped;
}
for (const { path, seconds } of slowestFiles(wanted))
  process.stdout.write(`${seconds.toFixed(1).padStart(8)} s  ${path}\n`);
for (const failed of failures) process.stdout.write(`FAILED  ${failed}\n`);
rmSync(reports, { recursive: true, force: true });
if (total.passed + total.failed + total.skipped === 0) {
  process.stdout.write(`Nothing matches ${positionals.join(', ')}.\n`);
  total.failed = 1;
}
if (stopping.signal.aborted) total.failed += 1;
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed === 0 ? 0 : 1);

/** Those of its tests; of a check without tests, or of a run that ended between them, its own. */
function namesOfFailures({ title, report }: Phase): readonly string[] {
  const tests = report === undefined ? [] : failedTests(readJson(report));
  return tests.length === 0 ? [title] : tests;
}

function isTooLong({ title, duration = 0 }: Phase): boolean {
  if (values.left === undefined || values.pace === undefined) return false;
  const left = Number(values.left) - performance.now() / 1000;
  const needed = duration * Number(values.pace);
  if (needed <= left) return false;
  const minutes = (seconds: number): string => (seconds / 60).toFixed(0);
  process.stdout.write(
    `${styleText('yellow', '–')} ${title.padEnd(38)} NOT RUN: of ${minutes(needed)} minutes ${minutes(left)} are left\n`,
  );
  return true;
}

function wantedPhases(): Phase[] {
  const [quick, long] = [quickPhases(reports), longPhases(reports)];
  if (positionals.length === 0)
    return [...(values.rest ? [] : quick), ...(values.rest || values.all ? long : [])];
  const named = [...quick, ...long].filter(({ name }) => positionals.includes(name));
  return named.length > 0 ? named : matchingPhases(reports, positionals);
}

function print(phase: Phase, { passed, failed, skipped, output }: Outcome, tookMs: number): void {
  const seconds = (tookMs / 1000).toFixed(1).padStart(6);
  const mark = failed === 0 ? styleText('green', '✔') : styleText('red', '✘');
  if (failed > 0) process.stdout.write(`${output.trimEnd()}\n`);
  const also = skipped === 0 ? '' : `, ${skipped} skipped`;
  process.stdout.write(
    `${mark} ${phase.title.padEnd(38)} ${seconds} s   ${passed} passed, ${failed} failed${also}\n`,
  );
  if (phase.skippedWith !== undefined && skipped > 0) process.stdout.write(`  ${output.trim()}\n`);
}
