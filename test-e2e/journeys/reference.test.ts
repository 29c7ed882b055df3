import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { picture, startBrowser } from '../harness/browser.ts';

const { gatewayUrl } = inject('demo');
const PAGES = ['/', '/docs', '/problems', '/problems/hold_conflict'];
const SCHEMES = ['light', 'dark'] as const;
const WIDTHS = [375, 1280];
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Only this rule depends on the colour scheme. */
const RULES_OF_COLOUR = ['color-contrast'];
/** The reference has 13,000 elements, which take axe several seconds. */
const MINUTES = 60_000;

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

/** Opens a page, and closes it after `use`; nothing of it may be stopped by its policy. */
async function withPage(
  path: string,
  options: BrowserContextOptions,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('console', (message) => faults.push(message.text()));
    page.on('request', (request) => {
      if (!request.url().startsWith(gatewayUrl) && !request.url().startsWith('data:'))
        faults.push(request.url());
    });
    await page.goto(gatewayUrl + path);
    await use(page);
    expect(faults).toEqual([]);
  } finally {
    await context.close();
  }
}

async function violations(page: Page, rules: readonly string[]): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate<{ id: string; nodes: { html: string }[] }[]>(
    `axe.run(document, { runOnly: ${JSON.stringify(rules)} }).then(({ violations }) => violations.map(({ id, nodes }) =>
      ({ id, nodes: nodes.map(({ html }) => ({ html })) })))`,
  );
  return found.map(({ id, nodes }) => `${id} × ${nodes.length}: ${nodes[0]?.html}`);
}

describe.each(PAGES)('the page %s', (path) => {
  // What depends on the colours does not depend on the width; the reference takes axe long.
  const views = SCHEMES.flatMap((scheme) => WIDTHS.map((width) => [scheme, width] as const));
  it.each(views.filter(([scheme, width]) => path !== '/docs' || scheme === 'light' || width === 1280))(
    'has no fault that axe knows, %s at %i pixels',
    { timeout: 5 * MINUTES },
    async (colorScheme, width) => {
      await withPage(path, { colorScheme, viewport: { width, height: 900 } }, async (page) => {
        if (path !== '/docs')
          await picture(page, `reference${path.replaceAll('/', '-')}-${colorScheme}-${width}`);
        expect(await violations(page, colorScheme === 'light' ? RULES : RULES_OF_COLOUR)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        const background = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
        expect(background).toBe(colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(20, 23, 27)');
      });
    },
  );
});

describe('a deep link', () => {
  const viewport = { width: 1280, height: 900 };
  const topOf = (page: Page, text: string) =>
    page
      .locator('h3', { hasText: text })
      .first()
      .evaluate((heading) => heading.getBoundingClientRect().top);

  it('leads to the operation', async () => {
    const path = '/docs#/Guest%20stay/placeHold';
    await withPage(path, { viewport }, async (page) => {
      const top = await topOf(page, 'Hold the units of a quote');
      expect(top).toBeGreaterThan(40);
      expect(top).toBeLessThan(200);
    });
  });

  it('on the page of a problem leads there, too', async () => {
    await withPage('/problems/hold_conflict', { viewport }, async (page) => {
      await page.locator('main a[href*="placeHold"]').click();
      await page.waitForURL('**/docs#/Guest%20stay/placeHold');
      expect(await topOf(page, 'Hold the units of a quote')).toBeLessThan(200);
    });
  });

  it('opens the record that it names', async () => {
    await withPage('/docs#/schemas/Quote', { viewport }, async (page) => {
      await page.getByRole('table', { name: 'Fields of Quote', exact: true }).waitFor();
    });
  });
});

it('the base address of the API leads to the index', async () => {
  await withPage('/v1', {}, async (page) => {
    expect(new URL(page.url()).pathname).toBe('/');
    await page.getByRole('link', { name: 'Reference' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Lodging API reference' }).waitFor();
  });
});
