import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findPrograms } from '@lodging/kit-testing/servers';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';

const PICTURES = join(import.meta.dirname, '..', 'screenshots');

export async function startBrowser(): Promise<Browser> {
  const { chromium: executablePath } = await findPrograms({ installMissing: true, only: ['chromium'] });
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
}

/** For a person to look at, where PICTURES is set: `test-e2e/screenshots`, which git ignores. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!process.env['PICTURES']) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
}
