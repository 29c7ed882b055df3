import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { styleText } from 'node:util';
import { runPhase } from './testing/run-phase.ts';
import type { Outcome } from './testing/run-phase.ts';
import { phases } from './testing/phases.ts';

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
for (const phase of phases(reports)) {
  if (stopping.signal.aborted || (chosen.length > 0 && !chosen.includes(phase.name))) continue;
  const began = performance.now();
  const outcome = await runPhase(phase, stopping.signal);
  const seconds = ((performance.now() - began) / 1000).toFixed(1).padStart(6);
  const good = outcome.failed === 0;
  const mark = good ? styleText('green', '✔') : styleText('red', '✘');
  if (!good) process.stdout.write(`${outcome.output.trimEnd()}\n`);
  const skipped = outcome.skipped === 0 ? '' : `, ${outcome.skipped} skipped`;
  process.stdout.write(
    `${mark} ${phase.title.padEnd(38)} ${seconds} s   ${outcome.passed} passed, ${outcome.failed} failed${skipped}\n`,
  );
  if (phase.skippedWith !== undefined && outcome.skipped > 0)
    process.stdout.write(`  ${outcome.output.trim()}\n`);
  total.passed += outcome.passed;
  total.failed += outcome.failed;
}
rmSync(reports, { recursive: true, force: true });
if (stopping.signal.aborted) total.failed += 1;
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed === 0 ? 0 : 1);
