import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { DrawnDashboard } from './query-panels.ts';

const WIDTH = 1_280;
const STYLE = `
  :root { color-scheme: light dark; font: 12px/1.3 system-ui, sans-serif; }
  body { margin: 0; padding: 12px; color: light-dark(#24292f, #d8dbe2); background: light-dark(#f4f5f7, #111217); }
  h1 { font-size: 16px; margin: 0 0 10px; }
  main { position: relative; }
  section { position: absolute; box-sizing: border-box; overflow: hidden; }
  .panel { background: light-dark(#fff, #181b1f); border: 1px solid light-dark(#dfe2e6, #2a2e35); border-radius: 3px; padding: 6px 8px; }
  h2 { font-size: 12px; font-weight: 600; margin: 0 0 4px; white-space: nowrap; }
  .row h2 { font-size: 13px; margin: 8px 0 0; }
  .stat { font-size: 26px; font-weight: 600; text-align: center; margin: 10% 0 0; }
  .none { text-align: center; color: light-dark(#5c636d, #9aa0ab); margin: 12% 0 0; }
  .line { margin: 4px 0; border-bottom: 1px solid light-dark(#e3e6ea, #33373f); padding-bottom: 4px; }
  .legend { margin: 0; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; font-size: 10.5px; }
  .legend span::before { content: ''; display: inline-block; width: 12px; height: 3px; margin: 0 4px 3px 0; background: var(--colour); }
  .legend span { margin-right: 10px; }
  .bar { display: flex; align-items: center; gap: 6px; margin-bottom: 2px; }
  .bar span { width: 38%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .bar i { height: 70%; min-width: 2px; border-radius: 2px; }
`;

const resolve = createRequire(
  join(import.meta.dirname, '..', '..', '..', 'packages', 'console', 'package.json'),
).resolve;

/** As PNG, in each colour scheme. */
export async function drawDashboard(
  browser: Browser,
  dashboard: DrawnDashboard,
): Promise<Record<'light' | 'dark', Buffer>> {
  const html = pageOf(dashboard);
  const pictureIn = async (colorScheme: 'light' | 'dark'): Promise<Buffer> => {
    const page = await browser.newPage({ viewport: { width: WIDTH, height: 900 }, colorScheme });
    page.on('pageerror', (error) => process.stderr.write(`${dashboard.title}: ${error.message}\n`));
    await page.setContent(html);
    await page.locator('body[data-drawn]').waitFor();
    const png = await page.screenshot({ fullPage: true });
    await page.close();
    return png;
  };
  return { light: await pictureIn('light'), dark: await pictureIn('dark') };
}

function pageOf(dashboard: DrawnDashboard): string {
  const distribution = dirname(resolve('uplot'));
  const library = readFileSync(join(distribution, 'uPlot.iife.min.js'), 'utf8');
  const styles = readFileSync(join(distribution, 'uPlot.min.css'), 'utf8');
  const script = readFileSync(join(import.meta.dirname, 'panels.mjs'), 'utf8');
  // A `<` in a label must not end the script.
  const data = JSON.stringify(dashboard).replaceAll('<', String.raw`\u003c`);
  return `<!doctype html><meta charset="utf-8"><style>${styles}${STYLE}</style>
    <h1>${dashboard.title}</h1><main></main>
    <script>${library}</script><script>const dashboard = ${data};\n${script}</script>`;
}
