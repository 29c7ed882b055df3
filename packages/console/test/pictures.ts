import { join } from 'node:path';
import { openDemo } from './open-demo.ts';

/** Takes the pictures of the README in the sandbox of the demo: `node test/pictures.ts <demo.json>` beside `npm start`. */

const DOCS = join(import.meta.dirname, '..', '..', '..', 'docs');

const viewport = { width: 1280, height: 800 };
const { browser, consoleUrl, page } = await openDemo(process.argv[2] ?? '', { viewport });
await picture('console-today');

await page.getByRole('link', { name: 'Calendar', exact: true }).click();
await page.locator('[role=gridcell][data-booking]').first().waitFor();
await picture('console-calendar');

await page.goto(new URL('bookings?state=checked_in', consoleUrl).href);
await page.locator('[data-booking] a').first().click();
await page.getByRole('region', { name: 'Bill' }).getByText('Total').waitFor();
await picture('console-booking');
await browser.close();

async function picture(name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.mouse.move(0, 0);
  await page.screenshot({ path: join(DOCS, `${name}.png`) });
}
