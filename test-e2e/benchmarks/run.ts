import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { startLodging } from '../harness/lodging.ts';
import { compareWith, readBaseline } from './baseline.ts';
import { compareReleases } from './beside-release.ts';
import { watchMemory } from './memory.ts';
import { PARTS, type PartName } from './parts.ts';
import { describeMachine, tableOf, type Report } from './report.ts';
import { startSink, telemetrySettings } from './sink.ts';
import { setStage } from './stage.ts';

const { values, positionals } = parseArgs({
  // The parts to measure; where none is named, all but those that run by name only.
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    json: { type: 'string' },
    /** A file that `--json` wrote on this machine. */
    baseline: { type: 'string' },
    /** The directory of another release, installed: the two are compared in turn, by the named loads or by all. */
    beside: { type: 'string' },
    turns: { type: 'string', default: '12' },
  },
});
const names = Object.keys(PARTS) as PartName[];
const unknown = positionals.filter((name) => values.beside === undefined && !(name in PARTS));
if (unknown.length > 0) {
  process.stderr.write(`There is no part ${unknown.join(', ')}. There are: ${names.join(', ')}.\n`);
  process.exit(2);
}
const wanted = names.filter((name) =>
  positionals.length === 0 ? PARTS[name].byNameOnly !== true : positionals.includes(name),
);
const say = (text: string) => process.stderr.write(`${text}\n`);

if (values.beside !== undefined) {
  say(
    'this release over the other: answers a second (lowest and highest turn), answers for a second of processor time',
  );
  await compareReleases({ directory: values.beside, turns: Number(values.turns), loads: positionals }, say);
  process.exit(0);
}

const baseline =
  values.baseline === undefined
    ? undefined
    : await readBaseline(values.baseline).catch((error: Error) => {
        process.stderr.write(`No comparison with ${values.baseline}: ${error.message}\n`);
        process.exit(2);
      });

const began = performance.now();
say('starting a Lodging of its own');
const sink = await startSink();
const lodging = await startLodging({ LOG_LEVEL: 'warn', ...telemetrySettings(sink) });
const report: Partial<Report> = {
  machine: describeMachine(),
  at: Temporal.Now.instant().toString({ smallestUnit: 'second' }),
};
try {
  const pace = { seconds: Number(values.seconds), rounds: Number(values.rounds) };
  const stage = await setStage(lodging.demo, pace);
  const memory = watchMemory(lodging.demo);
  for (const name of wanted) {
    say(`${PARTS[name].title} (after ${((performance.now() - began) / 1_000).toFixed(0)} s)`);
    Object.assign(report, { [name]: await PARTS[name].measure(stage, say) });
  }
  Object.assign(report, { memoryMb: memory.end() });
} finally {
  await lodging.stop();
  sink.stop();
}
process.stdout.write(`${tableOf(report)}\n\n${JSON.stringify(report)}\n`);
if (values.json !== undefined) await writeFile(values.json, JSON.stringify(report, undefined, 2));
if (baseline !== undefined) process.stdout.write(`\n${compareWith(baseline, report).join('\n')}\n`);
say(`took ${((performance.now() - began) / 1_000).toFixed(0)} s`);
