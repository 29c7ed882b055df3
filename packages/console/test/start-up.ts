import { readFileSync } from 'node:fs';
import { findPrograms } from '@lodging/kit-testing/servers';
import { chromium } from 'playwright-core';

/**
 * How long Today takes to its heading and its first row, on a processor of a quarter of the speed, with an empty cache and
 * with a full one: `node test/start-up.ts <demo.json>` beside `npm start`.
 */

interface Demo {
  readonly consoleUrl: string;
  readonly tenants: readonly {
    readonly operators: readonly {
      readonly email: string;
      readonly password: string;
      readonly role: string;
    }[];
  }[];
}

const SLOWER = 4;
const TURNS = 7;

const { consoleUrl, tenants } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Demo;
const operator = tenants[0]?.operators.find(({ role }) => role === 'manager');
if (operator === undefined) throw new Error('the demo has no manager');
const { chromium: executablePath } = await findPrograms({ installMissing: true, only: ['chromium'] });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });

const first = await browser.newContext({ locale: 'en-GB' });
const page = await first.newPage();
await page.goto(consoleUrl);
await page.getByLabel('E-mail address').fill(operator.email);
await page.getByLabel('Password').fill(operator.password);
await page.getByRole('switch', { name: 'Sandbox' }).check({ force: true });
await page.getByRole('button', { name: 'Sign in' }).click();
await page.locator('[data-booking]').first().waitFor();
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
