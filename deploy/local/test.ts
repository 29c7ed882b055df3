import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { styleText } from 'node:util';
import { runPhase } from './testing/run-phase.ts';
import type { Outcome } from './testing/run-phase.ts';
import { phases } from './testing/phases.ts';
import type { Phase } from './testing/phases.ts';

const chosen = process.argv.slice(2);
const known = [...new Set(phases('').map(({ name }) => name))];
const unknown = chosen.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`Unknown: ${unknown.join(', ')}. There are: ${known.join(', ')}.\n`);
  process.exit(2);
}

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());

const reports = mkdtempSync(join(tmpdir(), 'lodging-reports-'));
const total: Outcome = { passed: 0, failed: 0, skipped: 0, output: '' };
const wanted = phases(reports).filter(({ name }) => chosen.length === 0 || chosen.includes(name));
await Promise.all(
  [true, undefined].map((beside) => runInTurn(wanted.filter((phase) => phase.beside === beside))),
);
rmSync(reports, { recursive: true, force: true });
if (stopping.signal.aborted) total.failed += 1;
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed === 0 ? 0 : 1);

async function runInTurn(list: readonly Phase[]): Promise<void> {
  for (const phase of list) {
    if (stopping.signal.aborted) return;
    const began = performance.now();
    const outcome = await runPhase(phase, stopping.signal);
    print(phase, outcome, performance.now() - began);
    total.passed += outcome.passed;
    total.failed += outcome.failed;
  }
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
