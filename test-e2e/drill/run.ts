import { startLodging } from '../harness/lodging.ts';
import { drill, drillSettings } from './drill.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);
say('A drill on a Lodging of its own: it is set back, and recovered.');
const lodging = await startLodging(drillSettings);
try {
  const { findings, steps } = await drill(lodging, say);
  const wrong = findings.filter(({ ok }) => !ok).length;
  const seconds = steps.reduce((sum, step) => sum + step.seconds, 0);
  say(`\n${findings.length - wrong} as promised, ${wrong} not, after ${seconds.toFixed(0)} s.`);
  if (wrong > 0) process.exitCode = 1;
} finally {
  await lodging.stop();
}
