import { readFileSync } from 'node:fs';
import { findPrograms } from '@lodging/kit-testing/servers';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

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

interface OpenDemo {
  readonly browser: Browser;
  readonly consoleUrl: string;
  /** Today, in the sandbox of the first tenant, as its manager. */
  readonly page: Page;
}

/** The console of a stack that runs: `demoFile` is its demo.json. */
export async function openDemo(demoFile: string, options: BrowserContextOptions = {}): Promise<OpenDemo> {
  const { consoleUrl, tenants } = JSON.parse(readFileSync(demoFile, 'utf8')) as Demo;
  const operator = tenants[0]?.operators.find(({ role }) => role === 'manager');
  if (operator === undefined) throw new Error('the demo has no manager');
  const { chromium: executablePath } = await findPrograms({ installMissing: true, only: ['chromium'] });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const context = await browser.newContext({ locale: 'en-GB', ...options });
  const page = await context.newPage();
  await page.goto(consoleUrl);
  await page.getByLabel('E-mail address').fill(operator.email);
  await page.getByLabel('Password').fill(operator.password);
  await page.getByRole('switch', { name: 'Sandbox' }).check({ force: true });
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('[data-booking]').first().waitFor();
  return { browser, consoleUrl, page };
}
