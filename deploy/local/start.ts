import { refreshFxRates, summary, writeJson } from '@lodging/deploy-shared';
import type { DemoFile } from '@lodging/deploy-shared';
import { releasePorts } from './claim-port.ts';
import { prepareCopy } from './copy.ts';
import { homeDirectory, takeHome } from './home.ts';
import { printSteps } from './steps.ts';

/** Exchange rates count for a week; a copy may run for longer. */
const REFRESH_RATES_MS = 12 * 60 * 60 * 1000;

// A terminal that has gone away is no reason to stop half-way through stopping.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
const print = (text: string): void => void process.stdout.write(`${text}\n`);

try {
  await main();
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

async function main(): Promise<void> {
  const home = takeHome(homeDirectory(process.env));
  const steps = printSteps((text) => process.stdout.write(text), process.stdout.isTTY);
  let demo: DemoFile | undefined;
  let stopping = false;
  const copy = prepareCopy({
    home,
    environment: process.env,
    steps,
    onEvent: (text) => {
      if (!stopping) print(`${new Date().toISOString().slice(11, 19)}  ${text}`);
    },
    onChange: (services) => {
      if (demo !== undefined && !stopping) writeJson(home.demoFile, (demo = { ...demo, services }));
    },
  });
  const stopWith = async (code: number): Promise<void> => {
    const from = performance.now();
    stopping = true;
    home.hideDemo();
    await copy.stop();
    releasePorts();
    home.release();
    print(`Stopped in ${((performance.now() - from) / 1000).toFixed(1)} s.`);
    process.exit(code);
  };
  void untilToldToStop().then((why) => {
    if (stopping) return;
    print(`\nStopping (${why}) …`);
    return stopWith(0);
  });
  obeyStarter((service) => copy.succeed(service));
  try {
    demo = await copy.start();
    if (stopping) return;
    writeJson(home.demoFile, demo);
    print(summary(demo, { after: steps.total(), ...surroundings(home.directory) }));
    keepRatesFresh(demo);
  } catch (error) {
    if (stopping) return;
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n\n`);
    await stopWith(1);
  }
}

function surroundings(directory: string): Pick<Parameters<typeof summary>[1], 'places' | 'ending'> {
  return {
    places: [
      ['Logs', `${directory}/logs/<service>.log`],
      ['All of this as JSON', `${directory}/demo.json`],
    ],
    ending: 'Ctrl-C stops everything; the data stays for the next start.',
  };
}

function keepRatesFresh(demo: DemoFile): void {
  setInterval(() => {
    refreshFxRates(demo).catch(() => {});
  }, REFRESH_RATES_MS).unref();
}

/** A program that starts us with a channel, such as a test, may ask for a successor of a service: `{ succeed: name }`. */
function obeyStarter(succeed: (service: string) => Promise<void>): void {
  process.on('message', (message) => {
    const { succeed: service }: { succeed?: unknown } = Object(message);
    if (typeof service !== 'string') return;
    succeed(service).catch((error: unknown) => print(`No successor of ${service}: ${String(error)}`));
  });
}

/** A signal, or the end of the process that started this one: a terminal may die without saying anything. */
function untilToldToStop(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(signal));
    const starter = process.ppid;
    setInterval(() => {
      if (process.ppid !== starter) resolve('its starter is gone');
    }, 500).unref();
  });
}
