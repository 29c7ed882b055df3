import { openDemo } from './open-demo.ts';

/**
 * How long Today takes to its heading and its first row, on a processor of a quarter of the speed, with an empty cache and
 * with a full one: `node test/start-up.ts <demo.json>` beside `npm start`.
 */

const SLOWER = 4;
const TURNS = 7;

const { browser, consoleUrl, page } = await openDemo(process.argv[2] ?? '');
const first = page.context();
const storageState = await first.storageState();
await first.close();

/** Notes when heading and first row are there, in milliseconds since the navigation began. */
function watch(): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector('h1') === null || document.querySelector('[data-booking]') === null) return;
    observer.disconnect();
    performance.mark('first-row');
  });
  observer.observe(document, { childList: true, subtree: true });
}

const times: Record<'cold' | 'warm', number[]> = { cold: [], warm: [] };
for (let turn = 0; turn < TURNS; turn += 1) {
  const context = await browser.newContext({ storageState, locale: 'en-GB' });
  await context.addInitScript(watch);
  const today = await context.newPage();
  const session = await context.newCDPSession(today);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  for (const cache of ['cold', 'warm'] as const) {
    await today.goto(consoleUrl);
    await today.waitForFunction(() => performance.getEntriesByName('first-row').length > 0);
    times[cache].push(
      await today.evaluate(() => performance.getEntriesByName('first-row')[0]?.startTime ?? 0),
    );
  }
  await context.close();
}
await browser.close();
for (const [cache, all] of Object.entries(times)) {
  const sorted = all.toSorted((a, b) => a - b);
  const [least, median, most] = [sorted[0], sorted[Math.floor(TURNS / 2)], sorted.at(-1)];
  process.stdout.write(
    `${cache}: ${median?.toFixed(0)} ms (${least?.toFixed(0)} to ${most?.toFixed(0)} in ${TURNS} turns)\n`,
  );
}
