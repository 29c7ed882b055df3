import { refreshFxRates, seedStays, summary, writeJson } from '@lodging/deploy-shared';
import type { DemoFile } from '@lodging/deploy-shared';
import { releasePorts } from './claim-port.ts';
import { createStack } from './stack.ts';
import type { Stack } from './stack.ts';
import { homeDirectory, takeHome } from './home.ts';
import { printSteps } from './steps.ts';

/** Exchange rates expire after a week; a stack may run for longer. */
const REFRESH_RATES_MS = 12 * 60 * 60 * 1000;
/** The stays of the sandbox are those of a day. */
const REFRESH_STAYS_MS = 60 * 60 * 1000;

// Writing to a closed terminal must not interrupt the stop.
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
  const stack = createStack({
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
    await stack.stop();
    releasePorts();
    home.release();
    print(`Stopped in ${((performance.now() - from) / 1000).toFixed(1)} s.`);
    process.exit(code);
  };
  void untilStopRequested().then((why) => {
    if (stopping) return;
    print(`\nStopping (${why}) …`);
    return stopWith(0);
  });
  handleParentMessages((service, other) => stack.startSuccessor(service, other));
  try {
    demo = await stack.start();
    if (stopping) return;
    writeJson(home.demoFile, demo);
    print(summary(demo, { after: steps.total(), ...summaryText(home.directory) }));
    keepRatesFresh(demo);
    if (process.env['DEMO_STAYS'] !== 'none') keepStaysSeeded(demo);
  } catch (error) {
    if (stopping) return;
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n\n`);
    await stopWith(1);
  }
}

function summaryText(directory: string): Pick<Parameters<typeof summary>[1], 'places' | 'ending'> {
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

/** After the stack is ready, and once more on each day that it is still running. */
function keepStaysSeeded(demo: DemoFile): void {
  const seed = (): void => {
    seedStays(demo).catch((error: unknown) =>
      print(`The stays of the sandbox are not complete: ${String(error)}`),
    );
  };
  seed();
  setInterval(seed, REFRESH_STAYS_MS).unref();
}

/**
 * A parent process with an IPC channel, such as a test, can request a successor of a service: `{ succeed: name, from,
 * settings }`. `from` is the directory of another release's checkout; without it the successor runs this one.
 */
function handleParentMessages(startSuccessor: Stack['startSuccessor']): void {
  process.on('message', (message) => {
    const { succeed: service, from, settings }: Record<string, unknown> = Object(message);
    if (typeof service !== 'string') return;
    const checkout = typeof from === 'string' ? from : undefined;
    startSuccessor(service, { checkout, settings: Object(settings) as Record<string, string> }).catch(
      (error: unknown) => print(`No successor of ${service}: ${String(error)}`),
    );
  });
}

/** Resolves at a signal, or when the parent process has ended: a terminal may be killed without a signal to its children. */
function untilStopRequested(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(signal));
    const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent) resolve('the parent process ended');
    }, 500).unref();
  });
}
