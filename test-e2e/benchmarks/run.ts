import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { startLodging } from '../harness/lodging.ts';
import { measureReads } from './availability.ts';
import { startBare } from './bare/start-bare.ts';
import { measureGrowth } from './growth.ts';
import { measureHolds } from './holds.ts';
import { watchMemory } from './memory.ts';
import { describeMachine, tableOf, type Report } from './report.ts';
import { measureSearch } from './search.ts';
import { setStage } from './stage.ts';
import type { Stage } from './stage.ts';
import { measureStays } from './stays.ts';
import { measureTelemetry } from './telemetry.ts';
import { measureWebhooks } from './webhooks.ts';

const { values, positionals } = parseArgs({
  // `search` measures searches alone.
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    json: { type: 'string' },
  },
});

const costOfTelemetry = () => {
  say('telemetry, with and without');
  return measureTelemetry({ seconds: Number(values.seconds), rounds: Number(values.rounds) });
};
const say = (text: string) => process.stderr.write(`${text}\n`);

say('starting a Lodging of its own');
const lodging = await startLodging({ LOG_LEVEL: 'warn' });
try {
  const stage = await setStage(lodging.demo, {
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
  });
  if (positionals.includes('search')) {
    say('searches of 1,000 resources');
    process.stdout.write(`${JSON.stringify(await measureSearch(stage))}\n`);
  } else await measureAll(stage);
} finally {
  await lodging.stop();
}

async function measureAll(stage: Stage): Promise<void> {
  const bare = await startBare(lodging.demo);
  const memory = watchMemory(lodging.demo);
  say('availability beside the bare look-up');
  const availability = await measureReads(stage, bare, 'availability');
  say('quotes beside the bare look-up');
  const quotes = await measureReads(stage, bare, 'quotes');
  await bare.stop();
  say('holds beside pgbench');
  const holds = await measureHolds(stage);
  say('whole stays');
  const stays = await measureStays(stage);
  say('webhooks');
  const webhooks = await measureWebhooks(stage);
  say('availability while the house grows');
  const growth = await measureGrowth(stage, (step) => say(`  ${step}`));
  const report: Report = {
    machine: describeMachine(),
    at: Temporal.Now.instant().toString({ smallestUnit: 'second' }),
    availability,
    quotes,
    holds,
    stays,
    webhooks,
    growth,
    memoryMb: memory.end(),
    telemetry: await costOfTelemetry(),
  };
  process.stdout.write(`${tableOf(report)}\n\n${JSON.stringify(report)}\n`);
  if (values.json !== undefined) await writeFile(values.json, JSON.stringify(report, undefined, 2));
}
