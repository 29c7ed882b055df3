import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { Page } from 'playwright-core';

const PICTURES = join(import.meta.dirname, '..', 'screenshots');

/** For a person to look at, where PICTURES is set: `packages/widget/screenshots`, which git ignores. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!process.env['PICTURES']) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
}
