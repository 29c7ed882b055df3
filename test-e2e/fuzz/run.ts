import { parseArgs } from 'node:util';
import { startLodging } from '../harness/lodging.ts';
import { runFuzz } from './run-fuzz.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    operation: { type: 'string' },
  },
});
const seed = Number(values.seed ?? Temporal.Now.instant().epochMilliseconds % 1_000_000);
process.stdout.write(`seed ${seed}; starting a stack of its own\n`);
const lodging = await startLodging({ LOG_LEVEL: 'warn' });
try {
  const report = await runFuzz(lodging.demo, {
    seed,
    seconds: Number(values.seconds),
    ...(values.operation === undefined ? {} : { operation: values.operation }),
  });
  for (const finding of report.findings) process.stdout.write(`✘ ${finding}\n`);
  const statuses = [...report.statuses].toSorted(([a], [b]) => a - b);
  process.stdout.write(`${statuses.map(([status, count]) => `${status}: ${count}`).join('   ')}\n`);
  process.stdout.write(
    `${report.operations} operations, ${report.requests} requests, ${report.findings.length} findings; repeat with --seed ${seed}\n`,
  );
  process.exitCode = report.findings.length === 0 ? 0 : 1;
} finally {
  await lodging.stop();
}
