import axe from 'axe-core';
import type { Page } from 'playwright-core';

const OPTIONS: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // What passes is not read, nor the paths to what does not: a run takes half the time without them.
  resultTypes: ['violations'],
  selectors: false,
};

/** What axe-core finds in an element: the rule, and the places that break it. */
export async function violationsIn(page: Page, element: string): Promise<string[]> {
  // Once a page: it is half a megabyte.
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(axe.source);
  await page.evaluate(untilColoursStand, element);
  return page.evaluate<string[]>(
    `axe.run('${element}', ${JSON.stringify(OPTIONS)})` +
      ".then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))",
  );
}

/** A colour on its way to another one is none of the page’s own. */
async function untilColoursStand(element: string): Promise<void> {
  const root = document.querySelector(element)?.shadowRoot ?? document;
  const running = root.getAnimations().filter((one) => one instanceof CSSTransition);
  await Promise.all(running.map(({ finished }) => finished.catch(() => undefined)));
}
