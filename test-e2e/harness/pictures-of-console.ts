import type { Browser, Page } from 'playwright-core';
import { Client } from './client.ts';
import type { Demo } from './demo.ts';
import { eventually } from './eventually.ts';

const VIEWPORT = { width: 1280, height: 800 };

export const CONSOLE_PICTURES = ['today', 'calendar', 'booking'] as const;
export type ConsolePictures = Readonly<Record<(typeof CONSOLE_PICTURES)[number], Buffer>>;

/** What a front desk sees of the demo's sandbox on the day of the start, which has its stays (`DEMO_STAYS`). */
export async function takePicturesOfConsole(browser: Browser, demo: Demo): Promise<ConsolePictures> {
  await staysBooked(demo);
  const page = await signedIn(browser, demo);
  await settled(page);
  const today = await page.screenshot();
  await page.getByRole('navigation').getByRole('link', { name: 'Calendar' }).click();
  await page.getByRole('heading', { name: 'Calendar', level: 1 }).waitFor();
  await settled(page);
  const calendar = await page.screenshot();
  await page.getByRole('navigation').getByRole('link', { name: 'Bookings' }).click();
  await page.getByRole('heading', { name: 'Bookings', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Alan Turing' }).first().click();
  await page.getByRole('heading', { name: 'Payments' }).waitFor();
  await settled(page);
  const booking = await page.screenshot();
  await page.close();
  return { today, calendar, booking };
}

/** Calendars, whose stays conflict with those of the sandbox, are connected after all of these. */
async function staysBooked({ gatewayUrl, tenants: [tenant] }: Demo): Promise<void> {
  const secret = new Client(gatewayUrl, tenant?.testSecretKey ?? '');
  const hasConflict = async () =>
    (await secret.get<{ conflicts: object[] }>('/v1/channel/conflicts')).body.conflicts.length > 0;
  await eventually('a calendar conflicts with a stay', hasConflict, { withinMs: 90_000, everyMs: 500 });
}

async function signedIn(browser: Browser, { tenants, consoleUrl }: Demo): Promise<Page> {
  const desk = tenants[0]?.operators.find(({ role }) => role === 'manager');
  if (desk === undefined) throw new Error('the demo has no manager');
  const page = await browser.newPage({ locale: 'en-GB', viewport: VIEWPORT, colorScheme: 'light' });
  page.setDefaultTimeout(25_000);
  await page.goto(consoleUrl);
  await page.getByLabel('E-mail address').fill(desk.email);
  await page.getByLabel('Password').fill(desk.password);
  await page.getByText('Sandbox', { exact: true }).click();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

/** Nothing is loaded any more. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await eventually(
    'the screen shows its data',
    async () => (await page.getByRole('progressbar').count()) === 0,
  );
}
